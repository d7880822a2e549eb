import { useEffect, useRef } from 'react';
import { displayName, useUser } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { useLeave } from './leave.ts';
import { useSignInLink } from './sign-in-link.ts';
import styles from './top-bar.module.css';

export interface MainLink {
  readonly name: string;
  readonly to: string;
  /** the page that one is on */
  readonly on: boolean;
}

/** All of the menu, on phones. */
export function Drawer({ links, open, onClose }: { links: readonly MainLink[]; open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const user = useUser();
  const leave = useLeave();
  const login = useSignInLink('login');
  const register = useSignInLink('register');
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="菜单" onClose={onClose}>
      <button type="button" className={styles.shut} aria-label="关闭菜单" onClick={onClose}>
        <Icon name="x" />
      </button>
      {user ? (
        <p className={styles.me}>
          <Face name={displayName(user)} src={user.avatar_url || undefined} />
          {displayName(user)}
        </p>
      ) : (
        <div className={styles.me}>
          <ButtonLink to={login} onClick={onClose}>
            登录
          </ButtonLink>
          <ButtonLink to={register} tone="line" onClick={onClose}>
            注册
          </ButtonLink>
        </div>
      )}
      <nav aria-label="全部栏目">
        {links.map(({ name, to, on }) => (
          <Link key={name} to={to} onClick={onClose} aria-current={on ? 'page' : undefined}>
            {name}
          </Link>
        ))}
        {user && (
          <>
            <Link to="/personal" onClick={onClose}>
              个人中心
            </Link>
            <Link to="/login?model=modify" onClick={onClose}>
              修改密码
            </Link>
            <button
              type="button"
              onClick={() => {
                onClose();
                leave();
              }}
            >
              退出登录
            </button>
          </>
        )}
      </nav>
    </dialog>
  );
}
