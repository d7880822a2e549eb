import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { signout } from '../../../contract/accounts.ts';
import { useStore } from '../../client/store.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { forgetWritten } from '../../client/waiting.ts';
import { leftUntil, needsLogin, signOut } from '../../session.ts';
import { toast } from '../../ui/toast.tsx';

const personal = (pathname: string) => /^\/personal(?:\/|$)/.test(pathname);

/**
 * Signs out: ends the session on the server and forgets the user; on a personal page it warns and goes to the sign-in
 * page (feature S-09).
 */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    // Takes the token along as it is sent; what the server answers changes nothing for the one who leaves.
    void send(callAt<typeof signout>('/api/Auth/signout'), {});
    signOut();
    forgetWritten();
    if (personal(pathname)) {
      toast('您已退出登录', 'warning');
      void navigate('/login?model=login');
    } else toast('已退出登录');
  };
}

/** Answers the needs-login flag: says 请先登录 and goes to the sign-in page, which leads back here (feature S-09). */
export function useNeedsLogin(): void {
  const needed = useStore(needsLogin, false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!needed) return;
    needsLogin.set(false);
    if (pathname === '/login') return;
    // Somebody who has just left is told so there, and is not asked to come back.
    if (leftUntil.get() > 0) return void navigate('/login?model=login', { replace: true });
    toast('请先登录', 'warning');
    void navigate(`/login?model=login&redirect=${encodeURIComponent(pathname + search)}`);
  }, [needed, navigate, pathname, search]);
}
