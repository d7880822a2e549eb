import { useCallback, useEffect, useState } from 'react';
import { NavLink, Outlet, useOutletContext } from 'react-router';
import type { CallOutput, Reply } from '../../contract/call.ts';
import type { getDesk } from '../../contract/operator/desk.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { useLeave } from '../portal/chrome/leave.ts';
import { demandLogin, displayName, useUser } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Link } from '../ui/link.tsx';
import { Mark } from '../ui/mark.tsx';
import { Empty, Failed, Loading, Skeleton } from '../ui/states.tsx';
import styles from './layout.module.css';

export type Desk = CallOutput<typeof getDesk>;

interface DeskContext {
  desk: Desk;
  /** after something was decided: the counts in the menu are told anew */
  reload: () => void;
}

export const useDesk = (): DeskContext => useOutletContext<DeskContext>();

/** The operators' wing. What one may open in it the server says; it guards every call besides. */
export default function ConsoleLayout() {
  const user = useUser();
  const hydrated = useHydrated();
  const leave = useLeave();
  const [reply, setReply] = useState<Reply<Desk>>();
  const load = useCallback(() => {
    void send(callAt<typeof getDesk>('/api/operator/desk'), {}).then(setReply);
  }, []);
  useEffect(() => {
    if (!hydrated) return;
    if (user) load();
    else demandLogin();
  }, [hydrated, user, load]);

  return (
    <div className={styles.console}>
      <header className={styles.top}>
        <Link to="/console" className={styles.name}>
          <Mark className={styles.mark} />
          运营后台
        </Link>
        <span className={styles.who}>{user && displayName(user)}</span>
        <Link to="/">回到门户</Link>
        <button type="button" onClick={leave}>
          退出登录
        </button>
      </header>
      {reply?.ok && (
        <nav className={styles.menu} aria-label="运营后台">
          {reply.data.parts.map(({ key, name, waiting }) => (
            <NavLink key={key} to={`/console/${key}`}>
              {name}
              {waiting !== null && waiting > 0 && <b aria-label={`${waiting} 件待处理`}>{waiting}</b>}
            </NavLink>
          ))}
        </nav>
      )}
      <div className={styles.content}>
        {reply?.ok ? (
          <Outlet context={{ desk: reply.data, reload: load } satisfies DeskContext} />
        ) : reply?.code === 1003 ? (
          <Empty
            icon="lock"
            text="这里只对平台运营人员开放"
            action={
              <ButtonLink tone="line" to="/">
                回到首页
              </ButtonLink>
            }
          />
        ) : reply ? (
          <Failed text={reply.message} onRetry={load} />
        ) : (
          <Loading count={3}>
            <Skeleton height="1.2rem" />
          </Loading>
        )}
      </div>
    </div>
  );
}
