import type { ReactNode } from 'react';
import styles from './form.module.css';
import { described } from './frame.tsx';
import type { ControlProps } from './text-control.tsx';

interface Option {
  value: string;
  label: string;
}

/** Several of a few, all in view. Stands in a group frame. */
export function ChoicesControl({
  id,
  value,
  onChange,
  options,
}: ControlProps<string[]> & { options: readonly Option[] }) {
  const toggle = (one: string, on: boolean) => {
    const next = new Set(value);
    if (on) next.add(one);
    else next.delete(one);
    // In the order of the options, so that the same choice is always the same value.
    onChange(options.map((option) => option.value).filter((option) => next.has(option)));
  };
  return (
    <div className={styles.choices}>
      {options.map((option, index) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="checkbox"
            id={index === 0 ? id : undefined}
            name={id}
            checked={value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** One of a few, all in view. Stands in a group frame. */
export function RadioControl({ id, value, onChange, options }: ControlProps<string> & { options: readonly Option[] }) {
  return (
    <div className={styles.choices}>
      {options.map((option, index) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={id}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** One box with a sentence, as for consent: never ticked beforehand. */
export function ConsentControl({
  id,
  value,
  onChange,
  error,
  children,
}: ControlProps<boolean> & { children: ReactNode }) {
  return (
    <div className={styles.consent} data-field={id}>
      <label>
        <input
          type="checkbox"
          id={id}
          name={id}
          checked={value}
          {...described(id, error)}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SelectProps extends ControlProps<string> {
  options: readonly Option[];
  placeholder: string;
  required?: boolean;
  label?: string;
  disabled?: boolean;
}

/** One of many. */
export function SelectControl({
  id,
  value,
  onChange,
  error,
  options,
  placeholder,
  required,
  label,
  disabled,
}: SelectProps) {
  return (
    <div className={[styles.box, styles.selectBox, error && styles.wrong].filter(Boolean).join(' ')}>
      <select
        id={id}
        name={id}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-required={required || undefined}
        {...described(id, error)}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
