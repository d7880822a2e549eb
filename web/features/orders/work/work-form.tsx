import type { ReactNode, Ref } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './work.module.css';

/** A form in the middle of an order's page, whose words and pictures stay on this device until it is sent. */
export function WorkForm({
  form,
  title,
  restored,
  refusal,
  onSubmit,
  acts,
  children,
}: {
  form: Ref<HTMLFormElement>;
  title: string;
  /** it begins with what was typed before */
  restored: boolean;
  /** why the server did not take it, where no field of its own says so */
  refusal: string | undefined;
  onSubmit: () => void;
  acts: ReactNode;
  children: ReactNode;
}) {
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h3>
        {title}
        {restored && <small>已恢复上次没有提交的内容</small>}
      </h3>
      {children}
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      {acts}
    </form>
  );
}
