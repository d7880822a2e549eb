import { newPasswordField, oldPasswordField, updatePassword } from '../../../contract/accounts.ts';
import { EntryForm } from './entry-form.tsx';
import { PasswordInput } from './fields.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

/** A new password for someone who is signed in and knows the old one (feature U-04). */
export function ModifyForm({ mobile, onDone }: { mobile: string; onDone: (said: string) => void }) {
  const entry = useEntry({
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
  const { bind } = entry;
  return (
    <EntryForm entry={entry} action="修改密码">
      {/* For password managers, which file a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={mobile} readOnly hidden />
      <PasswordInput id="oldPassword" label="原密码" {...bind('oldPassword')} />
      <PasswordInput id="password" label="新密码" hint="8–64位，含字母和数字" fresh {...bind('password')} />
      <PasswordInput id="again" label="确认新密码" fresh {...bind('again')} />
    </EntryForm>
  );
}
