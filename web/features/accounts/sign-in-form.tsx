import { mobileField, passwordField, signin } from '../../../contract/accounts.ts';
import type { UserInfo } from '../../session.ts';
import { EntryForm } from './entry-form.tsx';
import { MobileInput, PasswordInput } from './fields.tsx';
import { deviceId } from './device-id.ts';
import { kept } from './kept.ts';
import styles from './entry.module.css';
import { useEntry, wrongWith } from './use-entry.ts';
import { EntryLink } from './entry-link.tsx';

/** Feature U-02, with the words of specification §8. */
export function SignInForm({ onDone }: { onDone: (user: UserInfo, said: string) => void }) {
  const entry = useEntry({
    call: signin,
    initial: { mobile: kept().mobile, password: '' },
    check: ({ mobile, password }) => ({
      mobile: wrongWith(mobileField, mobile),
      password: wrongWith(passwordField, password),
    }),
    input: (all) => ({ ...all, device: deviceId() }),
    failed: '登录失败!',
    done: (user) => {
      if (!user?.token) return '登录失败，请稍后再试！';
      onDone(user, user.reopened ? '登录成功，注销申请已撤销' : '登录成功！');
    },
  });
  const { bind } = entry;
  return (
    <EntryForm entry={entry} action="登录">
      <MobileInput {...bind('mobile')} />
      <PasswordInput id="password" label="密码" {...bind('password')} />
      <p className={styles.aside}>
        <EntryLink model="reset">忘记密码？</EntryLink>
      </p>
    </EntryForm>
  );
}
