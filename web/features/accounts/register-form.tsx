import { Link } from '../../ui/link.tsx';
import {
  accountTypes,
  mobileField,
  newPasswordField,
  signup,
  smsCodeField,
  smsPurposes,
} from '../../../contract/accounts.ts';
import { agreementVersion } from '../../../contract/agreement.ts';
import type { UserInfo } from '../../session.ts';
import { ConsentControl, RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { deviceId } from './device-id.ts';
import { EntryForm } from './entry-form.tsx';
import { MobileInput, PasswordInput } from './fields.tsx';
import { keep, kept } from './kept.ts';
import { SmsCode } from './sms-code.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

/** Feature U-01. */
export function RegisterForm({ onDone }: { onDone: (user: UserInfo, said: string) => void }) {
  const before = kept();
  const entry = useEntry({
    call: signup,
    initial: {
      account_type: before.accountType,
      mobile: before.mobile,
      code: '',
      password: '',
      consent: false as boolean,
    },
    check: ({ mobile, code, password, consent }) => ({
      mobile: wrongWith(mobileField, mobile),
      code: wrongWith(smsCodeField, code),
      password: wrongWith(newPasswordField, password),
      consent: consent ? undefined : '请先阅读并同意《用户协议》和《隐私政策》',
    }),
    input: ({ consent: _, ...rest }) => ({ ...rest, consent: agreementVersion, device: deviceId() }),
    failed: '注册失败，请稍后再试！',
    done: (user) => {
      if (!user?.token) return '注册成功，但登录失败，请稍后再试！';
      onDone(user, '注册成功，已为您登录');
    },
  });
  const { values, errors, set, show, bind } = entry;
  return (
    <EntryForm entry={entry} action="注册">
      <Frame
        id="account_type"
        label="账号类型"
        hint="决定认证方式，注册后不能更改"
        required
        group
        error={errors['account_type']}
      >
        <RadioControl
          id="account_type"
          options={accountTypes}
          value={values.account_type}
          onChange={(value) => {
            keep({ accountType: value });
            set('account_type')(value);
          }}
        />
      </Frame>
      <MobileInput {...bind('mobile')} />
      <SmsCode mobile={values.mobile} purpose={smsPurposes.register} {...bind('code')} onTrouble={show} />
      <PasswordInput id="password" label="设置密码" hint="8–64位，含字母和数字" fresh {...bind('password')} />
      <ConsentControl id="consent" value={values.consent} error={errors['consent']} onChange={set('consent')}>
        我已阅读并同意
        <Link to="/agreement" target="_blank">
          《用户协议》
        </Link>
        和
        <Link to="/privacy" target="_blank">
          《隐私政策》
        </Link>
      </ConsentControl>
    </EntryForm>
  );
}
