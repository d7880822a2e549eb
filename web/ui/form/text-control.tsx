import { type HTMLInputAutoCompleteAttribute, type ReactNode, useState } from 'react';
import { Icon } from '../icon.tsx';
import styles from './form.module.css';
import { described } from './frame.tsx';

export interface ControlProps<Value> {
  id: string;
  value: Value;
  onChange: (value: Value) => void;
  error?: string;
}

interface TextProps extends ControlProps<string> {
  /** characters; shown as a counter, not enforced: what is pasted must not be cut silently */
  max?: number;
  unit?: string;
  rows?: number;
  inputMode?: 'text' | 'tel' | 'email' | 'decimal' | 'numeric';
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  required?: boolean;
  type?: 'text' | 'password' | 'tel' | 'email';
  disabled?: boolean;
  autoFocus?: boolean;
  /** behind the text: a button */
  after?: ReactNode;
}

const length = (text: string) => [...text.trim()].length;

/** One line, or a paragraph that grows when `rows` is given. */
export function TextControl({
  id,
  value,
  onChange,
  error,
  max,
  unit,
  rows,
  required,
  type = 'text',
  after,
  ...rest
}: TextProps) {
  const shared = {
    id,
    name: id,
    value,
    'aria-required': required || undefined,
    ...described(id, error),
    ...rest,
  };
  const box = [styles.box, rows && styles.area, error && styles.wrong].filter(Boolean).join(' ');
  return (
    <div className={box}>
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...shared} type={type} onChange={(event) => onChange(event.target.value)} />
      )}
      {after}
      {unit && <span className={styles.unit}>{unit}</span>}
      {max !== undefined && (
        <span className={styles.count} data-over={length(value) > max || undefined} aria-hidden="true">
          {length(value)}/{max}
        </span>
      )}
    </div>
  );
}

/** A password, hidden until its owner asks to see it. */
export function PasswordControl(props: Omit<TextProps, 'type' | 'after' | 'rows' | 'unit' | 'max'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextControl
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className={styles.eye}
          aria-pressed={shown}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      }
    />
  );
}
