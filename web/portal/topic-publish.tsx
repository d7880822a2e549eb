import { lazy, Suspense } from 'react';
import { Crumbs } from '../ui/crumbs.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import type { Route } from './+types/topic-publish';
import { PageTitle } from './page-title.tsx';
import { page, useRouteRecord } from './route-record.ts';
import styles from './topic.module.css';

const TopicEditor = lazy(async () => ({ default: (await import('../features/topics/topic-editor.tsx')).TopicEditor }));

type Loaded = ReturnType<typeof loader>;

export const handle = page<Loaded>({
  name: 'topic-publish',
  title: ({ id }) => (id ? '修改话题' : '发布话题'),
  ownBar: true,
  unlisted: true,
});

/** `?id=` names a topic of one's own that is to be changed; whose it is the server asks when it is fetched. */
export function loader({ request }: Route.LoaderArgs) {
  return { id: new URL(request.url).searchParams.get('id') ?? undefined };
}

export default function TopicPublish({ loaderData: { id } }: Route.ComponentProps) {
  const { crumbs } = useRouteRecord();
  const hydrated = useHydrated();
  const waiting = (
    <Loading count={3}>
      <Skeleton height="1rem" />
    </Loading>
  );
  return (
    <div className={styles.read}>
      <Crumbs trail={crumbs} />
      <PageTitle title={id ? '修改话题' : '发布话题'}>说说材料、工艺和用起来的事，配上图，同行更愿意接话。</PageTitle>
      <NeedsScripts />
      {hydrated ? (
        <Suspense fallback={waiting}>
          <TopicEditor key={id} id={id} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
