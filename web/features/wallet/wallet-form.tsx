import { type ReactNode, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './wallet.module.css';

type Faults = Readonly<Record<string, string>>;

/** The frame of a form of the wallet: sends once at a time, and shows what was refused where it belongs. */
export function WalletForm({
  fault,
  send,
  onDone,
  action,
  note,
  children,
}: {
  /** what is wrong before anything is sent */
  fault?: Faults | undefined;
  send: () => Promise<Reply<unknown>>;
  onDone: () => void;
  /** what the button says */
  action: string;
  /** between what was refused and the button */
  note?: ReactNode;
  children: (errors: Faults) => ReactNode;
}) {
  const [errors, setErrors] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();

  async function submit(form: HTMLFormElement) {
    setRefusal(undefined);
    const found = fault ?? {};
    setErrors(found);
    if (focusFault(form, found)) return;
    const reply = await once(send);
    if (!reply) return;
    if (reply.ok) return onDone();
    setErrors(reply.fields);
    if (!focusFault(form, reply.fields)) setRefusal(reply.message);
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {children(errors)}
      <div role="alert">
        {refusal && (
          <p className={styles.refusal}>
            <Icon name="warn" size="small" />
            {refusal}
          </p>
        )}
      </div>
      {note}
      <Button type="submit" tone="pine" size="strong" busy={busy} full>
        {action}
      </Button>
    </form>
  );
}

/** Puts the focus on the first control of a form that something is wrong with; gives whether there is one. */
function focusFault(form: HTMLFormElement, fields: Faults): boolean {
  const found = [...form.querySelectorAll<HTMLElement>('[name]')].find(
    (control) => (control.getAttribute('name') ?? '') in fields,
  );
  found?.focus();
  return found !== undefined;
}
