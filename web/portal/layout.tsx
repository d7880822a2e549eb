import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/layout';
import { Chrome } from './chrome/chrome.tsx';
import { Fault } from './fault.tsx';

export default function PortalLayout() {
  return (
    <Chrome>
      <Outlet />
    </Chrome>
  );
}

/** What a page could not show is said in its place; the way on stays around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Chrome title={missing ? '页面不存在' : '页面没能打开'}>
      <Fault />
    </Chrome>
  );
}
