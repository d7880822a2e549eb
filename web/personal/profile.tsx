import { Avatar } from '../features/accounts/avatar.tsx';
import { NicknameForm } from '../features/accounts/nickname-form.tsx';
import styles from '../features/accounts/profile.module.css';
import { page } from '../portal/route-record.ts';
import { maskPhone } from '../../contract/mask.ts';
import { useUser } from '../session.ts';
import { Link } from '../ui/link.tsx';

export const handle = page({ name: 'profile', under: 'personal', title: '头像和昵称', ground: 'mist' });

export default function Profile() {
  const user = useUser();
  if (!user) return null;
  return (
    <section className={styles.card}>
      <h1>头像和昵称</h1>
      <Avatar user={user} />
      <NicknameForm user={user} />
      <dl className={styles.facts}>
        <dt>手机号</dt>
        <dd>{maskPhone(user.mobile)}</dd>
        <dt>账号类型</dt>
        <dd>{user.account_type === 1 ? '个人' : '企业'}</dd>
        <dt>登录密码</dt>
        <dd>
          <Link to="/login?model=modify&redirect=%2Fpersonal%2Fprofile">修改密码</Link>
        </dd>
      </dl>
    </section>
  );
}
