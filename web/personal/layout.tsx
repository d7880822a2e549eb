import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { certifyPath } from '../features/certification/path.ts';
import { MenuState } from '../features/certification/menu-state.tsx';
import { useUnread } from '../features/messages/unread.ts';
import { demandLogin, displayName, useUser } from '../session.ts';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Link } from '../ui/link.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import styles from './layout.module.css';

interface Entry {
  to: string;
  icon: IconName;
  label: string;
  /** where all of its pages lie, when that is not under `to` itself */
  under?: string;
}

/** Leads to the page of the reader's own kind. */
const certifyEntry = '/personal/certify';

/** The personal centre's menu; a part of it that is not built is not in it. */
const menu: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: '沟通',
    entries: [
      { to: '/personal/notices', icon: 'bell', label: '消息' },
      { to: '/personal/messages', icon: 'comment', label: '对话' },
      { to: '/personal/follows', icon: 'pin', label: '关注的需求' },
    ],
  },
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
      { to: '/personal/line', icon: 'layers', label: '我的产品线' },
      { to: '/personal/order/part', icon: 'inbox', label: '我参与的' },
      { to: '/personal/order/tenders', icon: 'flag', label: '我的投标' },
      { to: '/personal/presale', icon: 'gift', label: '预售预订' },
    ],
  },
  {
    title: '店铺',
    entries: [{ to: '/personal/shop/shop', under: '/personal/shop', icon: 'store', label: '我的店铺' }],
  },
  {
    title: '社区',
    entries: [
      { to: '/personal/topics', icon: 'chat', label: '我的话题' },
      { to: '/personal/comments', icon: 'edit', label: '我的评论' },
      { to: '/personal/likes', icon: 'heart', label: '我的喜欢' },
    ],
  },
  {
    title: '账号',
    entries: [
      { to: certifyEntry, icon: 'badge', label: '认证' },
      { to: '/personal/profile', icon: 'user', label: '资料与安全' },
    ],
  },
];

/** Everything here is personal: the server renders the frame, the browser fills it in (rulings §6). */
export default function PersonalLayout() {
  const user = useUser();
  const hydrated = useHydrated();
  const unread = useUnread(user !== undefined);
  const menuBar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a phone the menu is a strip: where one is must be in it.
    const strip = menuBar.current;
    if (!strip) return undefined;
    const reach = () => {
      const here = strip.querySelector<HTMLElement>('[aria-current="page"]');
      if (here) strip.scrollLeft = here.offsetLeft - strip.clientWidth / 3;
    };
    reach();
    // What is told beside an entry comes later, and pushes the others on.
    const grown = new ResizeObserver(reach);
    for (const group of strip.children) grown.observe(group);
    return () => grown.disconnect();
  }, [pathname, user]);
  useEffect(() => {
    if (hydrated && !user) demandLogin();
  }, [hydrated, user]);

  return (
    <div className={`wide ${styles.centre}`}>
      <nav ref={menuBar} className={styles.menu} aria-label="个人中心">
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
            {entries.map(({ to, under = to, icon, label }) => (
              <Link
                key={to}
                to={to === certifyEntry ? certifyPath(user?.account_type ?? 1) : to}
                aria-current={pathname === under || pathname.startsWith(`${under}/`) ? 'page' : undefined}
              >
                <Icon name={icon} />
                {label}
                {to === '/personal/messages' && unread > 0 && (
                  <span className={styles.unread}>
                    {unread > 99 ? '99+' : unread}
                    <span className="sr"> 条未读</span>
                  </span>
                )}
                {to === certifyEntry && <MenuState />}
              </Link>
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
