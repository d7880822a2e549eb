import { lazy, Suspense } from 'react';
import { Link } from '../ui/link.tsx';
import { caseCalls, caseTag } from '../../contract/cases.ts';
import { categories, findCategory } from '../../contract/categories.ts';
import { prefillFromCase } from '../../contract/entrust.ts';
import { shopTag } from '../../contract/shop.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { readImages } from '../../contract/wire.ts';
import { type PageContext, pageContext } from '../client/page-context.ts';
import { must } from '../client/replies.server.ts';
import type { EntrustedCase } from '../features/demands/publish-page.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Icon, tileIcon } from '../ui/icon.tsx';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import type { Route } from './+types/publish';
import { missing } from './guard.server.ts';
import { PageTitle } from './page-title.tsx';
import styles from './publish.module.css';
import { page, useRouteRecord } from './route-record.ts';

const PublishPage = lazy(async () => ({ default: (await import('../features/demands/publish-page.tsx')).PublishPage }));

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle = page<Loaded>({
  name: 'publish',
  title: ({ stage, entrusting }) =>
    entrusting ? `委托${entrusting.provider}` : stage ? `发布${stage.name}需求` : '发布需求',
  ownBar: true,
  unlisted: true,
});

/** The case that is to be entrusted, when the address names one: of this stage and category, or there is no such page. */
async function entrustedCase(
  { send, tag }: Pick<PageContext, 'send' | 'tag'>,
  id: string | null,
  stage: Stage | undefined,
  category: { key: string } | undefined,
): Promise<EntrustedCase | undefined> {
  if (id === null || !stage || !category) return undefined;
  const item = must(await send(caseCalls(stage).info, { id })).data;
  tag(caseTag(item.id), shopTag(item.shop.id));
  if (item.category !== category.key) return missing();
  const told = Object.fromEntries(stage.case.map(({ key, wire }) => [key, item[wire]]));
  const { name, shop } = item;
  const values = prefillFromCase(stage, { ...told, name, pictures: readImages(item.img_list) });
  return { id, name, provider: shop.shop_name, values };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { send, tag, stages } = context.get(pageContext);
  const category = query.has('type') ? (findCategory(query.get('type') ?? '') ?? missing()) : undefined;
  const stage = query.has('stage') ? (stages.find(({ key }) => key === query.get('stage')) ?? missing()) : undefined;
  return {
    name: (query.get('name') ?? '').trim(),
    line: query.get('line') ?? undefined,
    entrusting: await entrustedCase({ send, tag }, query.get('case'), stage, category),
    category: category && { key: category.key, name: category.name },
    stage: stage && { key: stage.key, name: stage.name, invitation: stage.invitation },
    stages: stages.map(({ key, name, blurb }) => ({ key, name, blurb })),
  };
}

export default function Publish({
  loaderData: { name, line, category, stage, stages, entrusting },
}: Route.ComponentProps) {
  const { crumbs } = useRouteRecord();
  const hydrated = useHydrated();
  const named = name && `&name=${encodeURIComponent(name)}`;
  const waiting = (
    <Loading count={4}>
      <Skeleton height="1rem" />
    </Loading>
  );
  return (
    <div className={stage && category ? 'column' : 'wide'}>
      <Crumbs trail={crumbs} />
      {stage && category ? (
        <>
          {entrusting ? (
            <PageTitle title={`委托${entrusting.provider}`}>
              照着案例
              <Link to={`/smart/${category.key}/${stage.key}/details/${entrusting.id}`} className={styles.case}>
                {entrusting.name}
              </Link>
              做。预算和截止时间就是约定，对方接单或者拒绝。
            </PageTitle>
          ) : (
            <PageTitle category={category} title={`发布${stage.name}需求`}>
              {stage.invitation}
            </PageTitle>
          )}
          <NeedsScripts />
          {hydrated ? (
            <Suspense fallback={waiting}>
              <PublishPage stageKey={stage.key} category={category} entrusting={entrusting} name={name} line={line} />
            </Suspense>
          ) : (
            waiting
          )}
        </>
      ) : (
        <>
          <PageTitle title="发布需求">先选做什么家具、走到哪一步，再填要求。</PageTitle>
          <section className={styles.choice}>
            <h2>哪一类家具</h2>
            <ul className={styles.categories}>
              {categories.map(({ key, name, blurb }) => (
                <li key={key} data-category={key}>
                  <Link
                    to={`?type=${key}${stage ? `&stage=${stage.key}` : ''}${named}`}
                    aria-current={category?.key === key ? 'true' : undefined}
                    preventScrollReset
                  >
                    <b>{name}</b>
                    <span>{blurb}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.choice}>
            <h2>哪一个环节</h2>
            {!category && <p className={styles.hint}>先选上面的类别</p>}
            <ul className={styles.stages}>
              {stages.map(({ key, name, blurb }) => {
                const tile = (
                  <>
                    <span className={styles.icon} aria-hidden="true">
                      <Icon name={tileIcon(key)} />
                    </span>
                    <b>{name}</b>
                    <span>{blurb}</span>
                  </>
                );
                return (
                  <li key={key}>
                    {category ? (
                      <Link to={`?type=${category.key}&stage=${key}${named}`}>{tile}</Link>
                    ) : (
                      <span className={styles.off}>{tile}</span>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}
