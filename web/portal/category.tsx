import { useRevalidator } from 'react-router';
import { Link } from '../ui/link.tsx';
import { certifiedTag } from '../../contract/certified.ts';
import { casesTag, getTopCase } from '../../contract/cases.ts';
import { getBannerList } from '../../contract/content.ts';
import { demandsTag } from '../../contract/demands.ts';
import { CaseCard } from '../features/cases/case-card.tsx';
import { caseFacts } from '../features/cases/present.ts';
import { Banner, bannerItem } from '../features/content/banner.tsx';
import { pageContext } from '../client/page-context.ts';
import { orNothing } from '../client/replies.server.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Icon } from '../ui/icon.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { SideScroll } from '../ui/side-scroll.tsx';
import { Empty, Failed } from '../ui/states.tsx';
import type { Route } from './+types/category';
import styles from './category.module.css';
import { guardType } from './guard.server.ts';
import { ChainTiles } from './home/chain-tiles.tsx';
import { openDemandCounts } from './open-demands.server.ts';
import { PageTitle } from './page-title.tsx';
import { page, useRouteRecord } from './route-record.ts';

export const handle = page({ name: 'category', chain: 'story' });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { key, name, blurb } = guardType(params.type);
  const { send, stages, tag, head } = context.get(pageContext);
  tag(certifiedTag, 'content', casesTag, demandsTag);
  const [banners, tops, open] = await Promise.all([
    send(getBannerList, { typeId: '2', type: key, size: 5 }),
    send(getTopCase, { module: key }),
    openDemandCounts(send, key),
  ]);
  const groups = (orNothing(tops) ?? []).flatMap(({ type, list }) => {
    const stage = stages.find(({ number }) => number === type);
    if (!stage || list.length === 0) return [];
    const { key: flow, name: title, blurb: note } = stage;
    return [
      {
        flow,
        title,
        note,
        base: `/smart/${key}/${flow}`,
        cases: list.map((item) => ({ ...caseFacts(item, stage), facts: [] })),
      },
    ];
  });
  head({
    description: `${name}家具产业链：${blurb}。${stages.map((stage) => stage.name).join('、')}，每个环节的推荐案例和服务商，看中了就照着发布需求。`,
    image: groups[0]?.cases[0]?.pictures[0],
  });
  return {
    category: { key, name, blurb },
    banners: (orNothing(banners) ?? []).map(bannerItem),
    groups: tops.ok ? groups : undefined,
    open,
  };
}

export default function CategoryPage({ loaderData: { category, banners, groups, open } }: Route.ComponentProps) {
  const { crumbs } = useRouteRecord();
  const revalidator = useRevalidator();
  return (
    <>
      <ChainTiles open={open} of={category.key} />
      <div className="wide">
        <Crumbs trail={crumbs} />
        <PageTitle category={category} title="家具">
          {category.blurb}
        </PageTitle>
        <Banner items={banners} />
        {!groups && (
          <Failed
            text="推荐案例没能加载出来"
            onRetry={() => void revalidator.revalidate()}
            busy={revalidator.state === 'loading'}
          />
        )}
        {groups?.length === 0 && (
          <Empty
            icon="layers"
            text={`${category.name}还没有推荐案例`}
            action={<ButtonLink to={`/publish?type=${category.key}`}>发布需求</ButtonLink>}
          />
        )}
        {groups?.map(({ flow, title, note, base, cases }) => (
          <section key={flow} className={styles.group} aria-labelledby={`group-${flow}`}>
            <SectionHead
              id={`group-${flow}`}
              title={title}
              note={note}
              more={
                <Link to={base} aria-label={`全部${title}`}>
                  全部
                  <Icon name="right" size="small" />
                </Link>
              }
            />
            <SideScroll label={`${title}案例`} className={styles.row}>
              {cases.map((item) => (
                <CaseCard key={item.id} item={item} to={`${base}/details/${item.id}`} />
              ))}
            </SideScroll>
          </section>
        ))}
      </div>
    </>
  );
}
