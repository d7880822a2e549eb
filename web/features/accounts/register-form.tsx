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
import { Button } from '../../ui/button.tsx';
import { ConsentControl, RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import styles from './entry.module.css';
import { Failure, MobileInput, PasswordInput } from './fields.tsx';
import { keep, kept } from './kept.ts';
import { SmsCode } from './sms-code.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

/** Feature U-01. */
export function RegisterForm({ onDone }: { onDone: (user: UserInfo, said: string) => void }) {
  const before = kept();
  const { form, values, errors, failure, busy, set, look, show, submit } = useEntry({
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
    input: ({ consent: _, ...rest }) => ({ ...rest, consent: agreementVersion }),
    failed: '注册失败，请稍后再试！',
    done: (user) => {
      if (!user?.token) return '注册成功，但登录失败，请稍后再试！';
      onDone(user, '注册成功，已为您登录');
    },
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
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
      <MobileInput
        value={values.mobile}
        error={errors['mobile']}
        onChange={set('mobile')}
        onBlur={() => look('mobile')}
      />
      <SmsCode
        mobile={values.mobile}
        purpose={smsPurposes.register}
        value={values.code}
        error={errors['code']}
        onChange={set('code')}
        onBlur={() => look('code')}
        onTrouble={show}
      />
      <PasswordInput
        id="password"
        label="设置密码"
        hint="8–64位，含字母和数字"
        fresh
        value={values.password}
        error={errors['password']}
        onChange={set('password')}
        onBlur={() => look('password')}
      />
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
      <Failure text={failure} />
      <Button type="submit" tone="pine" size="strong" full busy={busy}>
        注册
      </Button>
    </form>
  );
}
