import { useState } from 'react';
import type { Device, DeviceKind, endDevice, endOtherDevices, getDevices } from '../../../contract/devices.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Ago } from '../../ui/moments.tsx';
import { Tag } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './devices.module.css';

const load = () => send(callAt<typeof getDevices>('/api/Auth/getDevices'), {}, { quiet: true });

const icons: Readonly<Record<DeviceKind, IconName>> = {
  phone: 'mobile',
  tablet: 'mobile',
  computer: 'screen',
  other: 'screen',
};

/** Where one is signed in, and the way out from there. */
export function Devices() {
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={2}>
          <Skeleton height="0.64rem" />
        </Loading>
      }
    >
      {(devices, reload) => <List devices={devices} onChanged={reload} />}
    </LatePart>
  );
}

function List({ devices, onChanged }: { devices: readonly Device[]; onChanged: () => void }) {
  const others = devices.filter(({ current }) => !current);
  return (
    <>
      <ul className={styles.devices}>
        {devices.map((device) => (
          <Row key={device.id} device={device} onEnded={onChanged} />
        ))}
      </ul>
      {others.length > 1 && <EndOthers count={others.length} onEnded={onChanged} />}
    </>
  );
}

function Row({ device, onEnded }: { device: Device; onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [error, setError] = useState<string>();
  const { id, kind, name, address, signed_in, last_seen, current } = device;

  async function end() {
    setError(undefined);
    const reply = await once(() => send(callAt<typeof endDevice>('/api/Auth/endDevice'), { id }));
    if (!reply) return;
    if (!reply.ok) return setError(reply.message);
    setAsking(false);
    toast('那台设备已退出登录');
    onEnded();
  }

  return (
    <li>
      <span className={styles.icon}>
        <Icon name={icons[kind]} />
      </span>
      <div className={styles.what}>
        <p>
          <b>{name}</b> {current && <Tag tone="pine">本机</Tag>}
        </p>
        <small>
          {current ? (
            <span>正在使用</span>
          ) : (
            <span>
              <Ago at={last_seen} rendered={last_seen} />
              使用过
            </span>
          )}
          <span>{momentText(signed_in)}登录</span>
          {address && <span>IP {address}</span>}
        </small>
      </div>
      {!current && (
        <Button
          size="small"
          aria-label={`退出登录：${name}，${momentText(signed_in)}登录`}
          onClick={() => setAsking(true)}
        >
          退出登录
        </Button>
      )}
      <Confirm
        open={asking}
        title="让这台设备退出登录"
        figures={[
          ['设备', name],
          ['登录时间', momentText(signed_in)],
          ...(address ? ([['IP 地址', address]] as const) : []),
        ]}
        action="退出登录"
        danger
        busy={busy}
        error={error}
        onConfirm={() => void end()}
        onClose={() => setAsking(false)}
      >
        <p>那台设备上要重新登录才能继续使用，正在填写的内容会保留在那里。如果这次登录不是您本人，请同时修改密码。</p>
      </Confirm>
    </li>
  );
}

function EndOthers({ count, onEnded }: { count: number; onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [error, setError] = useState<string>();
  async function end() {
    setError(undefined);
    const reply = await once(() => send(callAt<typeof endOtherDevices>('/api/Auth/endOtherDevices'), {}));
    if (!reply) return;
    if (!reply.ok) return setError(reply.message);
    setAsking(false);
    toast(`已退出其他${reply.data.ended}台设备`);
    onEnded();
  }
  return (
    <p className={styles.all}>
      <Button onClick={() => setAsking(true)}>退出其他所有设备</Button>
      <Confirm
        open={asking}
        title="退出其他所有设备"
        figures={[['将退出', `${count}台设备`]]}
        action="全部退出"
        danger
        busy={busy}
        error={error}
        onConfirm={() => void end()}
        onClose={() => setAsking(false)}
      >
        <p>除本机外，其他设备都要重新登录。</p>
      </Confirm>
    </p>
  );
}
