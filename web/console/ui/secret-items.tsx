import { Form, Input } from 'antd';
import type { Field } from '../../../contract/fields.ts';
import { FieldItem } from './field-item.tsx';

interface SecretItemProps {
  /** as the call has it */
  name: string;
  field: Field;
  label?: string;
  autoFocus?: boolean;
}

/** A password, hidden until its owner asks to see it; never cut where it is too long. */
export function PasswordItem({ fresh, hint, ...item }: SecretItemProps & { fresh?: boolean; hint?: string }) {
  return (
    <FieldItem {...item} hint={hint}>
      <Input.Password autoComplete={fresh ? 'new-password' : 'current-password'} autoFocus={item.autoFocus} />
    </FieldItem>
  );
}

/** The same password once more, so that nobody is shut out by a slip. */
export function AgainItem({ name, of, label }: { name: string; of: string; label: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      required
      dependencies={[of]}
      rules={[
        ({ getFieldValue }) => ({
          validator: async (_rule, value: unknown) => {
            if (!value) throw new Error('请再次输入新密码');
            if (value !== getFieldValue(of)) throw new Error('两次输入的新密码不一致');
          },
        }),
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  );
}

/** Six digits of an authenticator, which shows them with a blank between. */
export function CodeItem(item: SecretItemProps) {
  return (
    <FieldItem {...item}>
      <Digits autoFocus={item.autoFocus} />
    </FieldItem>
  );
}

function Digits({
  onChange,
  ...control
}: {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  autoFocus?: boolean;
}) {
  return (
    <Input
      {...control}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="6位数字"
      onChange={({ target }) => onChange?.(target.value.replace(/\s/g, ''))}
    />
  );
}
