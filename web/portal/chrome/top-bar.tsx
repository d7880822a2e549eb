import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SearchField } from '../../features/search/search-field.tsx';
import { Link } from '../../ui/link.tsx';
import { displayName, useUser } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { RouteRecord } from '../route-record.ts';
import { useShellData } from '../route-record.ts';
import { useLeave } from './leave.ts';
import { useSignInLink } from './sign-in-link.ts';
import { type ChainHome, chainHome } from './links.ts';
import styles from './top-bar.module.css';

// Loaded when it is opened, on phones.
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));
// Visitors have no notices: public pages do not carry the bell.
const Bell = lazy(async () => ({ default: (await import('../../features/notices/bell.tsx')).Bell }));

/** Keeps its place while it is on its way. */
function OwnBell() {
  const user = useUser();
  return (
    <div className={styles.bell}>
      {user && (
        <Suspense fallback={<span />}>
          <Bell key={user.token} />
        </Suspense>
      )}
    </div>
  );
}

function mainLinks(record: RouteRecord, home: ChainHome, categories: readonly { key: string; name: string }[]) {
  const onOrigin = record.flow === 'origin';
  return [
    { name: '首页', to: '/', on: record.path.replace(/\/$/, '').split('/').length <= 2 && record.name === 'home' },
    ...categories.map(({ key, name }) => ({
      name,
      to: `/smart/${key}`,
      on: record.type === key && !onOrigin,
    })),
    { name: '产业链', to: home.first, on: false },
    { name: '溯源', to: home.origin, on: onOrigin },
  ];
}

function Account() {
  const user = useUser();
  const leave = useLeave();
  const login = useSignInLink('login');
  const register = useSignInLink('register');
  if (!user)
    return (
      <div className={styles.enter}>
        <Link to={login}>登录</Link>
        <ButtonLink to={register} tone="line">
          注册
        </ButtonLink>
      </div>
    );
  const name = displayName(user);
  return (
    <div className={styles.enter}>
      <Menu
        label={
          <>
            <Face name={name} src={user.avatar_url || undefined} />
            <span className="small">{name}</span>
            <Icon name="down" size="small" />
          </>
        }
      >
        <Link to="/personal">个人中心</Link>
        <Link to="/login?model=modify">修改密码</Link>
        <button type="button" onClick={leave}>
          退出登录
        </button>
      </Menu>
    </div>
  );
}

/** `/` leads to the field to search in, as on many sites, unless something is being typed. */
function useSlash() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest?.('input, textarea, select, [contenteditable], dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('input[type=search]');
      if (field?.checkVisibility()) field.select();
      else void navigate('/search');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

export function TopBar({ record }: { record: RouteRecord }) {
  const shell = useShellData();
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useSlash();
  const links = mainLinks(record, chainHome(shell, record.type), shell?.categories ?? []);
  return (
    <header className={styles.top}>
      <div className={`wide ${styles.line}`}>
        <Link className={styles.logo} to="/">
          <Mark className={styles.mark} />
          <span>{shell?.site.name ?? '智能家具产业链'}</span>
        </Link>
        <nav className={styles.menu} aria-label="主菜单">
          {links.map(({ name, to, on }) => (
            <Link key={name} to={to} className={on ? styles.on : undefined} aria-current={on ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        {record.name !== 'search' && (
          <div className={styles.find}>
            <SearchField />
          </div>
        )}
        <OwnBell />
        <Account />
        <div className={styles.handy}>
          {record.name !== 'search' && (
            <Link to="/search" aria-label="搜索">
              <Icon name="search" />
            </Link>
          )}
          <button
            type="button"
            aria-label="菜单"
            aria-expanded={openAt === pathname}
            onClick={() => setOpenAt(pathname)}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      {openAt !== undefined && (
        <Suspense>
          <Drawer links={links} open={openAt === pathname} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </header>
  );
}
