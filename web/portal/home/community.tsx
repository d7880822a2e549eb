import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { categories } from '../../../contract/categories.ts';
import { PublishTopicButton } from '../../features/topics/publish-button.tsx';
import type { TopicFacts } from '../../features/topics/topic-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Endless, type Portion } from '../../ui/endless.tsx';
import { Link } from '../../ui/link.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty, Failed, Skeleton } from '../../ui/states.tsx';
import { TopicItem } from '../topic-item.tsx';
import { columnsOf } from './columns.ts';
import styles from './community.module.css';

const tabs = [{ key: '', name: '热门' }, ...categories.map(({ key, name }) => ({ key, name }))];

/** Where a tab's page is; the tabs themselves lead to where the list begins. */
function place(tab: string, page: number) {
  const query = new URLSearchParams();
  if (tab) query.set('tab', tab);
  if (page > 1) query.set('page', String(page));
  return { pathname: '/', search: query.toString(), hash: 'community' };
}

/**
 * Two columns, each topic in the one that was shorter when its turn came: they end together, and what comes later moves
 * nothing. A phone has them in one, in order.
 */
function Flow({ topics, rendered }: { topics: readonly TopicFacts[]; rendered: number }) {
  const columns = columnsOf(topics);
  return (
    <div className={styles.flow}>
      {[0, 1].map((column) => (
        <div key={column}>
          {topics.map((topic, index) =>
            columns[index] === column ? (
              <div key={topic.id} style={{ order: index }}>
                <TopicItem topic={topic} rendered={rendered} />
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}

const skeleton = (
  <div className={styles.flow}>
    {[0, 1].map((column) => (
      <div key={column}>
        <div className={styles.bone}>
          <Skeleton lines={4} />
          <Skeleton ratio="16/9" />
        </div>
      </div>
    ))}
  </div>
);

/** What people in the trade talk about (feature H-05). */
export function Community({
  tab,
  first,
  rendered,
}: {
  tab: string;
  /** absent: it could not be had */
  first: Portion<TopicFacts> | undefined;
  rendered: number;
}) {
  const { revalidate, state } = useRevalidator();
  const load = useCallback(
    async (page: number, signal: AbortSignal): Promise<Portion<TopicFacts> | undefined> => {
      const query = new URLSearchParams({ ...(tab && { tab }), page: String(page) });
      const answer = await fetch(`${import.meta.env.BASE_URL}community?${query.toString()}`, { signal });
      return answer.ok ? ((await answer.json()) as Portion<TopicFacts>) : undefined;
    },
    [tab],
  );
  return (
    <section className={`wide ${styles.community}`} aria-labelledby="community">
      <SectionHead id="community" title="话题社区" note="做家具的人在聊什么" />
      <div className={styles.talk}>
        <div>
          <div className={styles.bar}>
            <nav className={styles.tabs} aria-label="话题分类">
              {tabs.map(({ key, name }) => (
                <Link key={key} to={place(key, 1)} preventScrollReset aria-current={key === tab ? 'true' : undefined}>
                  {name}
                </Link>
              ))}
            </nav>
            <span className={`no-phone ${styles.publish}`}>
              <PublishTopicButton />
            </span>
          </div>
          {!first && <Failed onRetry={() => void revalidate()} busy={state === 'loading'} />}
          {first && first.items.length === 0 && (
            <Empty
              icon="chat"
              text={first.page > 1 ? '话题到这里就没有了' : '这一类还没有话题，说说你手上的活吧'}
              action={first.page > 1 && <ButtonLink to={place(tab, 1)}>回到最新</ButtonLink>}
            />
          )}
          {first && first.items.length > 0 && (
            <Endless
              key={`${tab} ${first.page}`}
              name={`community ${tab}`}
              unit="条"
              first={first}
              load={load}
              nextPage={(page) => place(tab, page)}
              skeleton={skeleton}
            >
              {(topics) => <Flow topics={topics} rendered={rendered} />}
            </Endless>
          )}
        </div>
      </div>
      <PublishTopicButton floating />
    </section>
  );
}
