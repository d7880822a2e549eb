import { Button, Space } from 'antd';
import { useState } from 'react';
import { operatorRoleNames } from '../../contract/operator/roles.ts';
import type { operatorDevices } from '../../contract/operator/own-account.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { toast } from '../ui/toast.tsx';
import { ChangePassword } from './account/change-password.tsx';
import { Devices } from './account/devices.tsx';
import { NewAuthenticator } from './account/new-authenticator.tsx';
import { useDesk } from './layout.tsx';
import { useOperator } from './session.ts';
import styles from './sheet.module.css';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { Facts, SheetCard } from './ui/sheet.tsx';

export const handle = page({ name: 'console-account', title: '我的账号', ground: 'mist', bare: true, unlisted: true });

const load = () => send(callAt<typeof operatorDevices>('/api/operator/deviceList'), {});

/** An operator's own account: who they are here, what they sign in with, and where they are signed in (feature P-01). */
export default function Account() {
  return (
    <div className={styles.stack}>
      <PageHead title="我的账号" />
      <Loaded load={load}>
        {(devices, reload) => (
          <div className={styles.sheet}>
            <Who />
            <SignInWith onChanged={reload} />
            <SheetCard title="登录中的设备" note={`${devices.length} 台`} wide>
              <Devices devices={devices} onEnded={reload} />
            </SheetCard>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Who() {
  const operator = useOperator();
  const { roles } = useDesk().desk;
  return (
    <SheetCard title="资料" note="由管理员用命令行维护">
      <Facts
        facts={[
          ['账号', operator?.name],
          ['昵称', operator?.nick_name],
          ['角色', roles.map((role) => operatorRoleNames[role]).join('、')],
        ]}
      />
    </SheetCard>
  );
}

/** @param onChanged the other devices are signed out */
function SignInWith({ onChanged }: { onChanged: () => void }) {
  const [asked, setAsked] = useState<'password' | 'totp'>();
  const operator = useOperator();
  const close = () => setAsked(undefined);
  const done = (said: string) => {
    toast(said);
    close();
    onChanged();
  };
  return (
    <SheetCard title="登录方式" note="密码和验证器都要用到">
      <Facts
        facts={[
          [
            '登录密码',
            <Space key="password" wrap>
              <Button size="small" onClick={() => setAsked('password')}>
                修改密码
              </Button>
              <span className={styles.quiet}>修改后，其他设备要重新登录</span>
            </Space>,
          ],
          [
            '动态验证码',
            <Space key="totp" wrap>
              <Button size="small" onClick={() => setAsked('totp')}>
                更换验证器
              </Button>
              <span className={styles.quiet}>换手机时用；验证器已经丢失的，请联系管理员重置</span>
            </Space>,
          ],
        ]}
      />
      {asked === 'password' && (
        <ChangePassword
          name={operator?.name ?? ''}
          onDone={() => done('密码已修改，其他设备已退出登录')}
          onClose={close}
        />
      )}
      {asked === 'totp' && (
        <NewAuthenticator onDone={() => done('新的验证器已启用，其他设备已退出登录')} onClose={close} />
      )}
    </SheetCard>
  );
}
