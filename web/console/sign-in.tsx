import { useEffect, useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import { operatorConfirm, operatorNameField, operatorSignin, totpCodeField } from '../../contract/operator/sign-in.ts';
import { passwordField } from '../../contract/accounts.ts';
import { useStore } from '../client/store.ts';
import { EntryForm } from '../features/accounts/entry-form.tsx';
import { PasswordInput } from '../features/accounts/fields.tsx';
import { useEntry, wrongWith } from '../features/accounts/use-entry.ts';
import { Button } from '../ui/button.tsx';
import { Frame } from '../ui/form/frame.tsx';
import { TextControl } from '../ui/form/text-control.tsx';
import { Link } from '../ui/link.tsx';
import { Mark } from '../ui/mark.tsx';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { Enrol } from './enrol.tsx';
import { endedBecause, keepOperator } from './session.ts';
import styles from './sign-in.module.css';

type Ticket = CallOutput<typeof operatorSignin>;

/** The operators' door (feature P-01), at whatever address of the console was asked for: after it one is there. */
export function SignIn() {
  const [ticket, setTicket] = useState<Ticket>();
  const because = useStore(endedBecause, '');
  useEffect(() => {
    const title = document.title;
    document.title = '登录 - 运营后台';
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="console-entry">
        <p className={styles.name}>
          <Mark className={styles.mark} />
          运营后台
        </p>
        <NeedsScripts />
        {because && !ticket && (
          <p className={styles.because} role="status">
            {because}
          </p>
        )}
        {ticket ? (
          <Second ticket={ticket} onBack={() => setTicket(undefined)} />
        ) : (
          <First
            onDone={(next) => {
              endedBecause.set('');
              setTicket(next);
            }}
          />
        )}
      </section>
      <p className={styles.other}>
        个人和企业账号请到<Link to="/login?model=login">门户登录</Link>
      </p>
    </div>
  );
}

function First({ onDone }: { onDone: (ticket: Ticket) => void }) {
  const entry = useEntry({
    call: operatorSignin,
    initial: { name: '', password: '' },
    check: ({ name, password }) => ({
      name: wrongWith(operatorNameField, name),
      password: wrongWith(passwordField, password),
    }),
    input: (all) => all,
    failed: '登录失败，请稍后再试',
    done: onDone,
  });
  const { bind } = entry;
  const { onBlur, ...name } = bind('name');
  return (
    <>
      <h1 id="console-entry">登录</h1>
      <EntryForm entry={entry} action="下一步">
        <Frame id="name" label={operatorNameField.label} required error={name.error}>
          <div onBlur={onBlur}>
            <TextControl id="name" autoComplete="username" required autoFocus {...name} />
          </div>
        </Frame>
        <PasswordInput id="password" label="密码" {...bind('password')} />
      </EntryForm>
    </>
  );
}

function Second({ ticket: { ticket, enrol }, onBack }: { ticket: Ticket; onBack: () => void }) {
  const entry = useEntry({
    call: operatorConfirm,
    initial: { code: '' },
    check: ({ code }) => ({ code: wrongWith(totpCodeField, code) }),
    input: ({ code }) => ({ ticket, code }),
    failed: '登录失败，请稍后再试',
    done: keepOperator,
  });
  const { onBlur, onChange, ...code } = entry.bind('code');
  return (
    <>
      <h1 id="console-entry">{enrol ? '绑定动态验证码' : '动态验证码'}</h1>
      {enrol ? (
        <Enrol {...enrol} lead="第一次登录，请用手机上的验证器扫描左边的二维码，再输入它显示的 6 位数字。" />
      ) : (
        <p className={styles.lead}>打开手机上的验证器，输入本账号现在的 6 位数字。</p>
      )}
      <EntryForm entry={entry} action={enrol ? '绑定并登录' : '登录'}>
        <Frame id="code" label={totpCodeField.label} required error={code.error}>
          <div onBlur={onBlur}>
            <TextControl
              id="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="6位数字"
              required
              autoFocus={!enrol}
              {...code}
              onChange={(text) => onChange(text.replace(/\s/g, ''))}
            />
          </div>
        </Frame>
      </EntryForm>
      <p className={styles.back}>
        <Button tone="ghost" size="small" icon="left" onClick={onBack}>
          换个账号
        </Button>
        <span>验证器丢失时，请联系管理员重置</span>
      </p>
    </>
  );
}
