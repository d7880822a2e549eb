import { Input } from 'antd';
import styles from './reason-box.module.css';

/** A reason that the person concerned reads: what is most often wrong is taken with a press and made more exact. */
export function ReasonBox({
  id,
  label,
  hint,
  value,
  onChange,
  error,
  templates,
  disabled,
  onSend,
  rows = 2,
  max = 200,
}: {
  id: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  error?: string;
  templates: readonly string[];
  disabled?: boolean;
  /** Ctrl Enter */
  onSend?: () => void;
  rows?: number;
  max?: number;
}) {
  return (
    <div className={styles.reason}>
      <label htmlFor={id}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        disabled={disabled}
        maxLength={max}
        autoSize={{ minRows: rows, maxRows: 8 }}
        status={error ? 'error' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // What is being composed is given up first.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend?.();
        }}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Templates id={id} value={value} templates={templates} disabled={disabled} onChange={onChange} />
    </div>
  );
}

/** The same as the control of a form's item (`FieldItem`), which brings the label and tells what is wrong. */
export function ReasonInput({
  id = '',
  value = '',
  onChange = () => {},
  templates,
  rows,
  max,
}: {
  /** with `value` and `onChange` from the item */
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  templates: readonly string[];
  rows: number;
  max: number;
}) {
  return (
    <div className={styles.reason}>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={max}
        autoSize={{ minRows: rows, maxRows: 8 }}
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <Templates id={id} value={value} templates={templates} onChange={onChange} />
    </div>
  );
}

function Templates({
  id,
  value,
  templates,
  disabled,
  onChange,
}: {
  /** of the box that takes them */
  id: string;
  value: string;
  templates: readonly string[];
  disabled?: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <div className={styles.templates} role="group" aria-label="常用原因">
      {templates.map((words) => (
        <button
          key={words}
          type="button"
          disabled={disabled}
          title={words}
          onClick={() => {
            onChange(value.trim() === '' ? words : `${value.trim()}；${words}`);
            document.getElementById(id)?.focus();
          }}
        >
          {words.split('，')[0]}
        </button>
      ))}
    </div>
  );
}
