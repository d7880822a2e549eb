import { maskPhone } from '../../contract/mask.ts';
import { Avatar } from '../features/accounts/avatar.tsx';
import { DataExportRow } from '../features/accounts/data-export.tsx';
import { Devices } from '../features/accounts/devices.tsx';
import { NicknameForm } from '../features/accounts/nickname-form.tsx';
import styles from '../features/accounts/profile.module.css';
import { ConsentRows } from '../features/trace/consent.tsx';
import { page } from '../portal/route-record.ts';
import { useUser } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

export const handle = page({ name: 'profile', under: 'personal', title: '资料与安全', ground: 'mist' });

/** Who one is here, where one is signed in, and what becomes of one's data (features U-04, U-07, Z-15). */
export default function Profile() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <h1 className="sr">资料与安全</h1>
      <Card id="profile" title="资料" note="头像和昵称其他用户可见">
        <Avatar user={user} />
        <NicknameForm user={user} />
        <dl className={styles.facts}>
          <div>
            <dt>手机号</dt>
            <dd>{maskPhone(user.mobile)}</dd>
          </div>
          <div>
            <dt>账号类型</dt>
            <dd>{user.account_type === 1 ? '个人' : '企业'}</dd>
          </div>
        </dl>
      </Card>
      <Card id="devices" title="登录与设备">
        <div className={styles.row}>
          <div>
            <b>登录密码</b>
            <p>修改后，其他设备上的登录全部失效</p>
          </div>
          <ButtonLink size="small" to="/login?model=modify&redirect=%2Fpersonal%2Fprofile">
            修改密码
          </ButtonLink>
        </div>
        <Devices />
      </Card>
      <Card id="trace" title="溯源公开" note="有溯源码的人能看到什么；都不开，只看得到环节和时间">
        <ConsentRows />
      </Card>
      <Card id="data" title="数据与账号">
        <DataExportRow user={user} />
        <div className={styles.row}>
          <div>
            <b>注销账号</b>
            <p>提交后 15 天内登录可撤销，之后删除个人资料，无法恢复</p>
          </div>
          <ButtonLink size="small" to="/personal/profile/close">
            去注销
          </ButtonLink>
        </div>
      </Card>
    </>
  );
}
