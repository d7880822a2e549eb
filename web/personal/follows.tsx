import { useEffect, useState } from 'react';
import { categories } from '../../contract/categories.ts';
import type { Follow, getFollows, removeFollow, setDigest } from '../../contract/follows.ts';
import type { getAreaList } from '../../contract/reference.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { follow } from '../features/follows/follow.ts';
import { page, useShellData } from '../portal/route-record.ts';
import { Button } from '../ui/button.tsx';
import { SelectControl } from '../ui/form/choice-control.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { dateText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import styles from './follows.module.css';

export const handle = page({ name: 'follows', under: 'personal', title: '关注的需求', ground: 'mist' });

const load = () => send(callAt<typeof getFollows>('/api/Follow/list'), {});
const remove = callAt<typeof removeFollow>('/api/Follow/remove');
const digestCall = callAt<typeof setDigest>('/api/Follow/digest');

/** What new demands one is told of (feature Z-10). */
export default function Follows() {
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="1.2rem" />
        </Loading>
      }
    >
      {({ follows, digest }, reload) => (
        <>
          <section className={styles.card} aria-labelledby="follows-title">
            <h1 id="follows-title">关注的需求</h1>
            <p className={styles.about}>有新的需求符合您的关注，会在消息里告诉您；同一份需求只告诉一次。</p>
            <AddForm onAdded={reload} />
            <Digest on={digest} onChanged={reload} />
          </section>
          <section className={styles.card} aria-label="我的关注">
            {follows.length === 0 ? (
              <Empty icon="flag" text="还没有关注。在上面选好环节、类别或地区，就不会错过新的需求" />
            ) : (
              <ul className={styles.list}>
                {follows.map((one) => (
                  <li key={one.id}>
                    <Row follow={one} onRemoved={reload} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </LatePart>
  );
}

function useProvinces(): readonly { value: string; label: string }[] {
  const [provinces, setProvinces] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const areas = callAt<typeof getAreaList>('/api/Web/getAreaList', 'GET');
    void send(areas, {}, { quiet: true, signal: abort.signal }).then((reply) => {
      if (reply.ok) setProvinces(reply.data.provice.map(({ id, name }) => ({ value: id, label: name })));
    });
    return () => abort.abort();
  }, []);
  return provinces;
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const shell = useShellData();
  const provinces = useProvinces();
  const [wanted, setWanted] = useState({ stage: '', type: '', region: '' });
  const [error, setError] = useState('');
  const [busy, once] = useSending();
  const stages = (shell?.tiles ?? [])
    .filter(({ stage }) => stage)
    .map(({ key, name }) => ({ value: key, label: name }));
  const change = (part: Partial<typeof wanted>) => {
    setError('');
    setWanted((before) => ({ ...before, ...part }));
  };
  const add = () =>
    once(async () => {
      const fault = await follow(wanted);
      if (fault !== '') return setError(fault ?? '');
      setWanted({ stage: '', type: '', region: '' });
      onAdded();
    });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <SelectControl
        id="follow-stage"
        label="环节"
        placeholder="全部环节"
        value={wanted.stage}
        options={stages}
        onChange={(stage) => change({ stage })}
      />
      <SelectControl
        id="follow-type"
        label="类别"
        placeholder="全部类别"
        value={wanted.type}
        options={categories.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(type) => change({ type })}
      />
      <SelectControl
        id="follow-region"
        label="运往的地区"
        placeholder="不限运往地区"
        value={wanted.region}
        disabled={provinces.length === 0}
        options={provinces}
        onChange={(region) => change({ region })}
      />
      <Button tone="pine" type="submit" icon="plus" busy={busy}>
        关注
      </Button>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

function Digest({ on, onChanged }: { on: boolean; onChanged: () => void }) {
  const [busy, once] = useSending();
  const change = () =>
    once(async () => {
      const reply = await send(digestCall, { on: on ? '0' : '1' });
      if (!reply.ok) return toast(reply.message, 'failure');
      toast(on ? '不再发每日汇总' : '每天早上 8 点发一次汇总');
      onChanged();
    });
  return (
    <label className={styles.digest}>
      <input type="checkbox" checked={on} disabled={busy} onChange={() => void change()} />
      <span>每天早上 8 点汇总前一天的新需求，没有就不发</span>
    </label>
  );
}

function Row({ follow: { id, name, time }, onRemoved }: { follow: Follow; onRemoved: () => void }) {
  const [busy, once] = useSending();
  const unfollow = () =>
    once(async () => {
      const reply = await send(remove, { id });
      if (!reply.ok) return toast(reply.message, 'failure');
      toast(`不再关注“${name}”`);
      onRemoved();
    });
  return (
    <>
      <span className={styles.name}>
        <b>{name}</b>
        <small>{dateText(time)}开始关注</small>
      </span>
      <Button tone="plain" size="small" busy={busy} aria-label={`取消关注：${name}`} onClick={() => void unfollow()}>
        取消关注
      </Button>
    </>
  );
}
