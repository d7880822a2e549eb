import { Button, Tag } from 'antd';
import { useState } from 'react';
import type { Device } from '../../../contract/devices.ts';
import type { endOperatorDevice } from '../../../contract/operator/own-account.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { Ask } from '../ui/ask.tsx';
import { SmallTable } from '../ui/sheet.tsx';

/** Where an operator is signed in, and the way out from there. */
export function Devices({ devices, onEnded }: { devices: readonly Device[]; onEnded: () => void }) {
  return (
    <SmallTable
      label="登录中的设备"
      rows={devices}
      columns={[
        {
          title: '设备',
          render: (_, { name, current }) => (
            <>
              {name} {current && <Tag color="success">本机</Tag>}
            </>
          ),
        },
        { title: '登录时间', width: 172, render: (_, { signed_in }) => momentText(signed_in) },
        { title: 'IP 地址', width: 160, dataIndex: 'address' },
        {
          title: '最近使用',
          width: 172,
          render: (_, { last_seen, current }) => (current ? '正在使用' : momentText(last_seen)),
        },
        {
          title: '操作',
          width: 136,
          render: (_, device) => !device.current && <End device={device} onEnded={onEnded} />,
        },
      ]}
      rowKey={({ id }) => id}
      empty="没有登录中的设备"
      minWidth={720}
    />
  );
}

function End({ device: { id, name, address, signed_in }, onEnded }: { device: Device; onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={`退出该设备：${name}，${momentText(signed_in)}登录`}
        onClick={() => setAsking(true)}
      >
        退出该设备
      </Button>
      {asking && (
        <Ask
          title="退出该设备"
          question="那台设备要重新登录才能继续使用。如果这次登录不是您本人，请同时修改密码、更换验证器。"
          figures={[
            ['设备', name],
            ['登录时间', momentText(signed_in)],
            ['IP 地址', address],
          ]}
          action="退出该设备"
          danger
          send={() => send(callAt<typeof endOperatorDevice>('/api/operator/deviceEnd'), { id })}
          onDone={() => {
            toast('那台设备已退出登录');
            setAsking(false);
            onEnded();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
