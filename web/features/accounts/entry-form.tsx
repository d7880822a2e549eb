import type { FormEvent, ReactNode, RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './entry.module.css';
import { Failure } from './fields.tsx';

/** What every face of the sign-in page is: fields, what went wrong with the whole, one button. */
export function EntryForm({
  entry: { form, busy, failure, submit },
  action,
  danger = false,
  children,
}: {
  /** as `useEntry` gives it */
  entry: {
    form: RefObject<HTMLFormElement | null>;
    busy: boolean;
    failure: string | undefined;
    submit: (event: FormEvent) => Promise<void>;
  };
  /** on the button */
  action: string;
  /** what it does cannot be taken back at will */
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <Failure text={failure} />
      <Button type="submit" tone={danger ? 'danger' : 'pine'} size="strong" full busy={busy}>
        {action}
      </Button>
    </form>
  );
}
