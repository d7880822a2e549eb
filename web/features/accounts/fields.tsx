import { mobileField } from '../../../contract/accounts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { PasswordControl, TextControl } from '../../ui/form/text-control.tsx';
import styles from './entry.module.css';
import { keep } from './kept.ts';

interface FieldProps {
  value: string;
  error?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

export function MobileInput({ value, error, onChange, onBlur }: FieldProps) {
  return (
    <Frame id="mobile" label={mobileField.label} required error={error}>
      <div onBlur={onBlur}>
        <TextControl
          id="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          placeholder="11位手机号"
          required
          value={value}
          error={error}
          onChange={(text) => {
            // Pasted from an address book: 138 0000 0001, 138-0000-0001, +86…
            const number = text.replace(/[\s-]/g, '').replace(/^(?:\+86|0086)/, '');
            keep({ mobile: number });
            onChange(number);
          }}
        />
      </div>
    </Frame>
  );
}

export function PasswordInput({
  id,
  label,
  hint,
  fresh,
  value,
  error,
  onChange,
  onBlur,
}: FieldProps & { id: string; label: string; hint?: string; fresh?: boolean }) {
  return (
    <Frame id={id} label={label} hint={hint} required error={error}>
      <div onBlur={onBlur}>
        <PasswordControl
          id={id}
          autoComplete={fresh ? 'new-password' : 'current-password'}
          required
          value={value}
          error={error}
          onChange={onChange}
        />
      </div>
    </Frame>
  );
}

/** What went wrong with the whole, above the button that sends it. */
export function Failure({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className={styles.failure}>
          <Icon name="warn" />
          {text}
        </p>
      )}
    </div>
  );
}
