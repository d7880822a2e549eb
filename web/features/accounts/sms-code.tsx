import { useEffect, useState } from 'react';
import { mobileField, sms, smsCodePause, type smsPurposes } from '../../../contract/accounts.ts';
import { send } from '../../client/transport.browser.ts';
import { maskPhone } from '../../../contract/mask.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import styles from './entry.module.css';
import { keep, kept } from './kept.ts';
import { proveHuman } from './human-proof.ts';
import { wrongWith } from './use-entry.ts';

/** Whole seconds until a number may be texted again; counts down while it is looked at. */
function useCountdown(mobile: string): { left: number; restart: () => void } {
  const [next, setNext] = useState(() => kept().next);
  const [now, setNow] = useState(() => Date.now());
  const until = next[mobile] ?? 0;
  useEffect(() => {
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const restart = () => {
    const all = { ...kept().next, [mobile]: Date.now() + smsCodePause * 1000 };
    keep({ next: all });
    setNext(all);
    setNow(Date.now());
  };
  return { left: Math.max(0, Math.ceil((until - now) / 1000)), restart };
}

/** Six digits, and the button that has them texted. */
export function SmsCode(props: {
  mobile: string;
  purpose: (typeof smsPurposes)[keyof typeof smsPurposes];
  value: string;
  error?: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** what is wrong with the number, or with the sending */
  onTrouble: (fields: { mobile?: string; code?: string }) => void;
}) {
  const { mobile, purpose, value, error, onChange, onTrouble } = props;
  const number = mobile.trim();
  const { left, restart } = useCountdown(number);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  const ask = async () => {
    const wrong = wrongWith(mobileField, mobile);
    if (wrong) return onTrouble({ mobile: wrong });
    setBusy(true);
    setSaid('');
    const work = await proveHuman();
    const reply = work.ok
      ? await send<typeof sms>(sms, { mobile: number, type: purpose, humanCheck: work.proof })
      : work;
    setBusy(false);
    if (!reply.ok) return onTrouble({ code: reply.message || '验证码发送失败，请稍后再试' });
    restart();
    onTrouble({});
    const note = 'data' in reply && reply.data.note ? `。${reply.data.note}` : '，5分钟内有效';
    setSaid(`验证码已发送至 ${maskPhone(number)}${note}`);
    document.getElementById('code')?.focus();
  };

  return (
    <Frame id="code" label="短信验证码" required error={error}>
      <div className={styles.code} onBlur={props.onBlur}>
        <TextControl
          id="code"
          value={value}
          error={error}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6位数字"
          onChange={(text) => onChange(text.replace(/\s/g, ''))}
        />
        <Button tone="line" size="strong" busy={busy} disabled={left > 0} onClick={() => void ask()}>
          {busy ? '正在发送' : left > 0 ? `${left}秒后重新获取` : '获取验证码'}
        </Button>
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
    </Frame>
  );
}
