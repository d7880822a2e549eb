import { mobileField, newPasswordField, resetPassword, smsCodeField, smsPurposes } from '../../../contract/accounts.ts';
import type { UserInfo } from '../../session.ts';
import { deviceId } from './device-id.ts';
import { EntryForm } from './entry-form.tsx';
import { MobileInput, PasswordInput } from './fields.tsx';
import { kept } from './kept.ts';
import { SmsCode } from './sms-code.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

/** A forgotten password, set anew by a texted code (feature U-04). */
export function ResetForm({ onDone }: { onDone: (user: UserInfo, said: string) => void }) {
  const entry = useEntry({
    call: resetPassword,
    initial: { mobile: kept().mobile, code: '', password: '' },
    check: ({ mobile, code, password }) => ({
      mobile: wrongWith(mobileField, mobile),
      code: wrongWith(smsCodeField, code),
      password: wrongWith(newPasswordField, password),
    }),
    input: (all) => ({ ...all, device: deviceId() }),
    failed: '密码重置失败，请稍后再试！',
    done: (user) => {
      if (!user?.token) return '密码已重置，但登录失败，请稍后再试！';
      onDone(user, user.reopened ? '密码已重置，注销申请已撤销' : '密码已重置，其他设备已退出登录');
    },
  });
  const { values, show, bind } = entry;
  return (
    <EntryForm entry={entry} action="重置密码并登录">
      <MobileInput {...bind('mobile')} />
      <SmsCode mobile={values.mobile} purpose={smsPurposes.reset} {...bind('code')} onTrouble={show} />
      <PasswordInput id="password" label="新密码" hint="8–64位，含字母和数字" fresh {...bind('password')} />
    </EntryForm>
  );
}
