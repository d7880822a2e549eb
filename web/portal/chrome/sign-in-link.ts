import { useLocation } from 'react-router';

/** Where a sign-in leads back to: the page one is on, path below the base with its query. */
export function useSignInLink(model: 'login' | 'register'): string {
  const { pathname, search } = useLocation();
  const back = pathname === '/login' || pathname === '/' ? '' : `&redirect=${encodeURIComponent(pathname + search)}`;
  return `/login?model=${model}${back}`;
}
