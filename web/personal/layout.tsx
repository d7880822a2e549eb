import { useEffect } from 'react';
import { NavLink, Outlet } from 'react-router';
import { demandLogin, displayName, useUser } from '../session.ts';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Loading, Skeleton } from '../ui/states.tsx';
import styles from './layout.module.css';

interface Entry {
  to: string;
  icon: IconName;
  label: string;
}

/** The personal centre's menu; a part of it that is not built is not in it. */
const menu: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: '账户',
    entries: [
      { to: '/personal/account/balance', icon: 'wallet', label: '余额和明细' },
      { to: '/personal/account/deposit', icon: 'plus', label: '充值' },
    ],
  },
  {
    title: '订单',
    entries: [
      { to: '/personal/order/initiate', icon: 'list', label: '我发起的' },
      { to: '/personal/order/part', icon: 'inbox', label: '我参与的' },
      { to: '/personal/presale', icon: 'gift', label: '预售预订' },
    ],
  },
  {
    title: '社区',
    entries: [{ to: '/personal/topics', icon: 'chat', label: '我的话题' }],
  },
  {
    title: '账号',
    entries: [{ to: '/personal/profile', icon: 'user', label: '头像和昵称' }],
  },
];

/** Everything here is personal: the server renders the frame, the browser fills it in (rulings §6). */
export default function PersonalLayout() {
  const user = useUser();
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && !user) demandLogin();
  }, [hydrated, user]);

  return (
    <div className={`wide ${styles.centre}`}>
      <nav className={styles.menu} aria-label="个人中心">
        <div className={styles.me}>
          {user ? (
            <>
              <Face name={displayName(user)} src={user.avatar_url} />
              <span>
                <b>{displayName(user)}</b>
                <small>{user.account_type === 1 ? '个人账户' : '企业账户'}</small>
              </span>
            </>
          ) : (
            <Skeleton lines={2} />
          )}
        </div>
        {menu.map(({ title, entries }) => (
          <div key={title} className={styles.group}>
            <h2>{title}</h2>
            {entries.map(({ to, icon, label }) => (
              <NavLink key={to} to={to}>
                <Icon name={icon} />
                {label}
              </NavLink>
            ))}
          </div>
        ))}
      </nav>
      <div className={styles.content}>
        {user ? (
          <Outlet />
        ) : (
          <Loading count={3}>
            <Skeleton height="1.6rem" />
          </Loading>
        )}
      </div>
    </div>
  );
}
