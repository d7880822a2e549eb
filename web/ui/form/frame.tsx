import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import styles from './form.module.css';

export interface FrameProps {
  /** id of the control; error and hint get ids made of it */
  id: string;
  label: string;
  required: boolean;
  hint?: string;
  error?: string;
  /** beside the label but no part of it: where a prefilled value came from, and what to do about it */
  aside?: ReactNode;
  /** several controls under one label are a group with a legend */
  group?: boolean;
  children: ReactNode;
}

/** What a control inside a {@link Frame} says of itself to assistive technology. */
export function described(id: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
}

/** Label, hint, control and the error in words beside it. */
export function Frame({ id, label, required, hint, error, aside, group, children }: FrameProps) {
  const head = (
    <>
      <span>
        {label}
        {required && <i aria-hidden="true"> *</i>}
      </span>
      {hint && <small>{hint}</small>}
    </>
  );
  const title = group ? (
    <div className={styles.label} id={`${id}-label`}>
      {head}
    </div>
  ) : (
    <label className={styles.label} htmlFor={id}>
      {head}
    </label>
  );
  return (
    <div
      className={styles.frame}
      data-field={id}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label`, ...described(id, error) })}
    >
      {aside ? (
        <div className={styles.top}>
          {title}
          <div className={styles.aside}>{aside}</div>
        </div>
      ) : (
        title
      )}
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Icon name="warn" size="small" />
          {error}
        </p>
      )}
    </div>
  );
}
