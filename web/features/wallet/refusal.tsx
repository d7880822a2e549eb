import { Icon } from '../../ui/icon.tsx';
import styles from './wallet.module.css';

/** What went wrong with the whole of a form, above the button that sends it. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className={styles.refusal}>
          <Icon name="warn" size="small" />
          {text}
        </p>
      )}
    </div>
  );
}

/** Puts the focus on the first control of a form that something is wrong with; gives whether there is one. */
export function focusFault(form: HTMLFormElement, fields: Readonly<Record<string, string>>): boolean {
  const found = [...form.querySelectorAll<HTMLElement>('[name]')].find(
    (control) => (control.getAttribute('name') ?? '') in fields,
  );
  found?.focus();
  return found !== undefined;
}
