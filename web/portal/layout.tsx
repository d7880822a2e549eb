import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/layout';
import { Chrome } from './chrome/chrome.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Loading, Skeleton } from '../ui/states.tsx';
import { Fault } from './fault.tsx';
import { useOwnTopic } from './use-own-topic.ts';

/** For the few who wrote what they came for. */
const OwnTopic = lazy(async () => ({ default: (await import('./own-topic.tsx')).OwnTopic }));

export default function PortalLayout() {
  return (
    <Chrome>
      <Outlet />
    </Chrome>
  );
}

const bones = (
  <div className="column">
    <Loading count={3}>
      <Skeleton height="1.2rem" />
    </Loading>
  </div>
);

/** What a page could not show is said in its place; the way on stays around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const { topic, asking } = useOwnTopic(missing);
  const hydrated = useHydrated();
  return (
    <Chrome title={topic?.name ?? (missing ? '页面不存在' : '页面没能打开')}>
      {topic ? (
        <Suspense fallback={bones}>
          <OwnTopic topic={topic} />
        </Suspense>
      ) : asking && hydrated ? (
        bones
      ) : (
        <Fault />
      )}
    </Chrome>
  );
}
