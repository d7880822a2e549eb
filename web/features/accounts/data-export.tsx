import { useEffect, useState } from 'react';
import { passwordField, smsCodeField, smsPurposes } from '../../../contract/accounts.ts';
import {
  askDataExport,
  type DataExport,
  type getDataExport,
  type openDataExport,
} from '../../../contract/personal-data.ts';
import { onLive } from '../../client/live.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import type { UserInfo } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/moments.tsx';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { EntryForm } from './entry-form.tsx';
import { Failure, PasswordInput } from './fields.tsx';
import styles from './profile.module.css';
import { SmsCode } from './sms-code.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

const load = () => send(callAt<typeof getDataExport>('/api/account/getDataExport'), {}, { quiet: true });

/** Takes one's data along (feature Z-15): asked for, made in the background, downloaded within seven days. */
export function DataExportRow({ user }: { user: UserInfo }) {
  return (
    <LatePart load={load} skeleton={<Skeleton height="0.72rem" />}>
      {(data, reload) => <Row user={user} data={data} onChanged={reload} />}
    </LatePart>
  );
}

function Row({ user, data, onChanged }: { user: UserInfo; data: DataExport; onChanged: () => void }) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, once] = useSending();
  const now = useNow(0);
  const { state, bytes, expires_at, next_at } = data;
  useEffect(() => {
    if (state !== 'asked') return;
    return onLive((topic) => (topic === null || topic.startsWith('export/')) && onChanged());
  }, [state, onChanged]);

  async function download() {
    setFailure(undefined);
    const reply = await once(() => send(callAt<typeof openDataExport>('/api/account/openDataExport'), {}));
    if (!reply) return;
    if (!reply.ok) return setFailure(reply.message);
    // An attachment: the page stays.
    location.assign(reply.data.url);
  }

  return (
    <div className={styles.row}>
      <div>
        <b>导出我的数据</b>
        <p role="status">{said({ state, bytes, expires_at, next_at })}</p>
        <Failure text={failure} />
      </div>
      <div className={styles.deeds}>
        {state === 'ready' && (
          <Button size="small" tone="line" icon="download" busy={busy} onClick={() => void download()}>
            下载
          </Button>
        )}
        {(state !== 'ready' || next_at <= now) && (
          <Button size="small" busy={state === 'asked'} onClick={() => setAsking(true)}>
            {state === 'asked' ? '正在准备' : state === 'ready' ? '重新申请' : '申请导出'}
          </Button>
        )}
      </div>
      <Dialog open={asking} title="导出我的数据" onClose={() => setAsking(false)}>
        {asking && (
          <AskForm
            user={user}
            onDone={() => {
              setAsking(false);
              toast('已开始准备，完成后可在这里下载');
              onChanged();
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

function said({ state, bytes, expires_at, next_at }: Pick<DataExport, 'state' | 'bytes' | 'expires_at' | 'next_at'>) {
  if (state === 'asked') return '正在后台打包，通常几分钟内完成，可以先离开本页';
  if (state === 'ready') return `已备好（${sizeText(bytes)}），${momentText(expires_at)}前可下载`;
  if (state === 'failed') return '上次没能打包成功，请重新申请';
  if (state === 'gone') return `上一份已过期删除，${momentText(next_at)}起可再次申请`;
  return '资料、订单、收支、发布的内容和上传的文件，打包成 zip，每天可申请一次';
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const ways = [
  { value: 'password', label: '登录密码' },
  { value: 'code', label: '短信验证码' },
];

function AskForm({ user, onDone }: { user: UserInfo; onDone: () => void }) {
  const entry = useEntry({
    call: askDataExport,
    initial: { way: 'password', password: '', code: '' },
    check: ({ way, password, code }) =>
      way === 'password' ? { password: wrongWith(passwordField, password) } : { code: wrongWith(smsCodeField, code) },
    input: ({ way, password, code }) => (way === 'password' ? { password } : { code }),
    failed: '申请没有成功，请稍后再试',
    done: onDone,
  });
  const { values, set, show, bind } = entry;
  return (
    <>
      <p>压缩包里有您的个人信息，请先确认是您本人。备好后保留 7 天，在服务器上加密存放。</p>
      <EntryForm entry={entry} action="开始准备">
        <Frame id="way" label="验证方式" required group>
          <RadioControl id="way" options={ways} value={values.way} onChange={set('way')} />
        </Frame>
        {values.way === 'password' ? (
          <PasswordInput id="password" label="登录密码" {...bind('password')} />
        ) : (
          <SmsCode mobile={user.mobile} purpose={smsPurposes.export} {...bind('code')} onTrouble={show} />
        )}
      </EntryForm>
    </>
  );
}
