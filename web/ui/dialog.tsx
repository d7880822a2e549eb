import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/**
 * The browser's own modal dialog: focus stays in it, Escape closes it, what lies behind is inert. It hangs from the body,
 * so that it looks the same whatever part of a page asks.
 */
export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
}: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not on the server, and not before it was first asked for.
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open, wanted]);
  if (!wanted || typeof document === 'undefined') return null;
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className={styles.shut} aria-label="关闭" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer>{actions}</footer>}
    </dialog>,
    document.body,
  );
}

/**
 * Asks before money moves or something cannot be taken back. `figures` are the sums and names in question, so that the
 * answer is given to them and not to a habit.
 */
export function Confirm({
  open,
  title,
  children,
  figures = [],
  action,
  danger = false,
  busy = false,
  error,
  onConfirm,
  onClose,
}: {
  open: boolean;
  title: string;
  children?: ReactNode;
  figures?: readonly (readonly [label: string, value: ReactNode])[];
  /** what the button does, in its own words: 付 ¥2,400.00 */
  action: string;
  danger?: boolean;
  busy?: boolean;
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            再想想
          </Button>
          <Button tone={danger ? 'danger' : 'pine'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="warn" size="small" />
          {error}
        </p>
      )}
    </Dialog>
  );
}
