import { newPasswordField, oldPasswordField, updatePassword } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './entry.module.css';
import { Failure, PasswordInput } from './fields.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

/** A new password for someone who is signed in and knows the old one (feature U-04). */
export function ModifyForm({ mobile, onDone }: { mobile: string; onDone: (said: string) => void }) {
  const { form, values, errors, failure, busy, set, look, submit } = useEntry({
    call: updatePassword,
    initial: { oldPassword: '', password: '', again: '' },
    check: ({ oldPassword, password, again }) => ({
      oldPassword: wrongWith(oldPasswordField, oldPassword),
      password: wrongWith(newPasswordField, password),
      again: again === '' ? '请再次输入新密码' : again === password ? undefined : '两次输入的新密码不一致',
    }),
    input: ({ oldPassword, password }) => ({ oldPassword, password }),
    failed: '密码修改失败，请稍后再试！',
    done: () => onDone('密码修改成功，其他设备已退出登录'),
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {/* For password managers, which file a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={mobile} readOnly hidden />
      <PasswordInput
        id="oldPassword"
        label="原密码"
        value={values.oldPassword}
        error={errors['oldPassword']}
        onChange={set('oldPassword')}
      />
      <PasswordInput
        id="password"
        label="新密码"
        hint="8–64位，含字母和数字"
        fresh
        value={values.password}
        error={errors['password']}
        onChange={set('password')}
        onBlur={() => look('password')}
      />
      <PasswordInput
        id="again"
        label="确认新密码"
        fresh
        value={values.again}
        error={errors['again']}
        onChange={set('again')}
        onBlur={() => look('again')}
      />
      <Failure text={failure} />
      <Button type="submit" tone="pine" size="strong" full busy={busy}>
        修改密码
      </Button>
    </form>
  );
}
