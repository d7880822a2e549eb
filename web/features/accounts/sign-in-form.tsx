import { mobileField, passwordField, signin } from '../../../contract/accounts.ts';
import type { UserInfo } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, MobileInput, PasswordInput } from './fields.tsx';
import { kept } from './kept.ts';
import styles from './entry.module.css';
import { useEntry, wrongWith } from './use-entry.ts';
import { EntryLink } from './entry-link.tsx';

/** Feature U-02, with the words of specification §8. */
export function SignInForm({ onDone }: { onDone: (user: UserInfo, said: string) => void }) {
  const { form, values, errors, failure, busy, set, look, submit } = useEntry({
    call: signin,
    initial: { mobile: kept().mobile, password: '' },
    check: ({ mobile, password }) => ({
      mobile: wrongWith(mobileField, mobile),
      password: wrongWith(passwordField, password),
    }),
    input: (all) => all,
    failed: '登录失败!',
    done: (user) => {
      if (!user?.token) return '登录失败，请稍后再试！';
      onDone(user, '登录成功！');
    },
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <MobileInput
        value={values.mobile}
        error={errors['mobile']}
        onChange={set('mobile')}
        onBlur={() => look('mobile')}
      />
      <PasswordInput
        id="password"
        label="密码"
        value={values.password}
        error={errors['password']}
        onChange={set('password')}
      />
      <p className={styles.aside}>
        <EntryLink model="reset">忘记密码？</EntryLink>
      </p>
      <Failure text={failure} />
      <Button type="submit" tone="pine" size="strong" full busy={busy}>
        登录
      </Button>
    </form>
  );
}
