import { useState } from 'react';
import type { NoticeSettings, noticeSettings, saveNoticeSettings } from '../../contract/notices.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import styles from './notices.module.css';

export const handle = page({ name: 'notice-settings', under: 'personal', title: '消息设置', ground: 'mist' });

const load = () => send(callAt<typeof noticeSettings>('/api/Notice/settings'), {});
const save = callAt<typeof saveNoticeSettings>('/api/Notice/saveSettings');

/** What is also sent as a text message (feature Z-08); in the page one is told of everything. */
export default function Settings() {
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>消息设置</h1>
          <ButtonLink tone="ghost" size="small" to="/personal/notices">
            回到消息
          </ButtonLink>
        </div>
        <p>所有消息都会出现在站内。这里选择哪些还要发短信；晚上 10 点到早上 8 点不发，攒到早上再发。</p>
      </header>
      <div className={styles.box}>
        <LatePart
          load={load}
          skeleton={
            <Loading count={4}>
              <Skeleton height="max(.56rem, 48px)" />
            </Loading>
          }
        >
          {(settings) => <Groups settings={settings} />}
        </LatePart>
      </div>
    </>
  );
}

type Group = NoticeSettings['groups'][number];

function Groups({ settings }: { settings: NoticeSettings }) {
  const [{ groups, smsNote }, setSettings] = useState(settings);
  const [busy, once] = useSending();
  const change = ({ group, name, sms }: Group) =>
    once(async () => {
      const reply = await send(save, { group, sms: sms ? '0' : '1' });
      if (!reply.ok) return toast(reply.message, 'failure');
      setSettings(reply.data);
      toast(`${name}类消息${sms ? '不再发短信' : '将发短信'}`);
    });
  return (
    <>
      {smsNote && <p className={styles.never}>{smsNote}</p>}
      <ul className={styles.settings}>
        {groups.map((one) => (
          <li key={one.group}>
            <div>
              <b>{one.name}</b>
              <p>{one.about}</p>
            </div>
            {one.mayText ? (
              <Switch
                label={`${one.name}类消息发短信`}
                checked={one.sms}
                disabled={busy}
                onChange={() => void change(one)}
              >
                短信
              </Switch>
            ) : (
              <span className={styles.never}>只在站内</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
