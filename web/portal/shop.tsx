import { certifiedTag } from '../../contract/certified.ts';
import { getShopAppraisals } from '../../contract/order-work.ts';
import { getShopCases, getShopInfo, shopCasePageSize, shopTag } from '../../contract/shop.ts';
import { AppraisalList } from '../features/appraisals/appraisal-list.tsx';
import { appraisalsOf } from '../features/appraisals/appraisals.server.ts';
import { CaseCard } from '../features/cases/case-card.tsx';
import { linkedCases } from '../features/cases/linked.server.ts';
import { Record } from '../features/cases/provider-card.tsx';
import { providerFacts } from '../features/cases/provider.ts';
import { shopThings } from '../features/cases/shop-things.server.ts';
import { pageContext } from '../client/page-context.ts';
import { must, renderedAt } from '../client/replies.server.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Face } from '../ui/face.tsx';
import { Icon, tileIcon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { ShareButton } from '../ui/share.tsx';
import { Empty, Failed } from '../ui/states.tsx';
import { Certified } from '../ui/tag.tsx';
import { dateText } from '../ui/time.ts';
import type { Route } from './+types/shop';
import { guardEnd, guardId, guardPage, missing } from './guard.server.ts';
import { page, useRouteRecord } from './route-record.ts';
import styles from './shop.module.css';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle = page<Loaded>({ name: 'shop', title: ({ shop }) => shop.name, paged: true, ownBar: true });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { send, stages, tag, head } = context.get(pageContext);
  const id = guardId(params.id, url);
  tag(certifiedTag, shopTag(id));
  const key = url.searchParams.get('stage');
  const stage = key === null ? undefined : (stages.find((one) => one.key === key) ?? missing());
  const [info, cases, said] = await Promise.all([
    send(getShopInfo, { id }),
    send(getShopCases, { id, type: stage?.number, page: guardPage(url) }),
    send(getShopAppraisals, { id, page: guardPage(url, 'reviews') }),
  ]);
  const { data } = must(info);
  guardEnd(cases);
  guardEnd(said, 'reviews');
  const shop = providerFacts(data);
  const served = data.stages.filter((one) => one.served).map(({ name }) => name);
  const linked = cases.ok ? linkedCases(cases.data, stages) : undefined;
  const picture = linked?.[0]?.pictures[0];
  head({
    description: [shop.name, shop.introduction, served.length > 0 && `承接${served.join('、')}`, shop.region]
      .filter(Boolean)
      .join('。'),
    image: picture,
    things: shopThings({ ...shop, serves: served, image: picture }),
  });
  return {
    rendered: renderedAt(),
    shop,
    since: data.create_time,
    stages: data.stages,
    stage: stage?.key ?? '',
    cases: linked,
    page: cases.ok ? cases.page : 1,
    pages: cases.ok ? cases.pages : 0,
    count: cases.ok ? cases.count : 0,
    appraisals: appraisalsOf(said),
  };
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { shop, stages, stage, cases, pages, count } = loaderData;
  const { crumbs } = useRouteRecord();
  const all = stages.reduce((sum, one) => sum + one.count, 0);
  const shown = stages.find(({ key }) => key === stage);
  // Having it done begins at a case: at the only one, or at the choice of them.
  const only = all === 1 ? cases?.[0] : undefined;
  const act =
    all > 0 ? { to: only?.to ?? '#cases', text: '看案例，委托这家' } : { to: '/publish', text: '发布需求，让大家来投' };
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <header className={styles.head}>
        <Face name={shop.name} src={shop.avatar || undefined} size="large" />
        <div className={styles.who}>
          <h1>
            {shop.name}
            {shop.certified && <Certified />}
          </h1>
          <p className={styles.meta}>
            {shop.region && (
              <span>
                <Icon name="pin" size="small" />
                {shop.region}
              </span>
            )}
            <span>
              <Icon name="store" size="small" />
              {dateText(loaderData.since)}开店
            </span>
          </p>
          {shop.introduction && <p className={styles.introduction}>{shop.introduction}</p>}
          <ul className={styles.served} aria-label="承接的环节">
            {stages
              .filter(({ served }) => served)
              .map(({ key, name }) => (
                <li key={key}>
                  <Icon name={tileIcon(key)} size="small" />
                  {name}
                </li>
              ))}
          </ul>
        </div>
        <div className={styles.figures}>
          <Record {...shop} />
          <ButtonLink to={act.to} tone="pine" size="strong" full className={styles.act}>
            {act.text}
          </ButtonLink>
          <ShareButton title={shop.name} text={shop.introduction || undefined} />
        </div>
      </header>
      <section aria-labelledby="cases" className={styles.cases}>
        <SectionHead id="cases" title="案例" note={`${all} 个，都经过审核`} />
        {stages.length > 1 && all > 0 && (
          <nav className={styles.tabs} aria-label="按环节看案例">
            <Link to="?" aria-current={stage === '' ? 'page' : undefined} preventScrollReset>
              全部 {all}
            </Link>
            {stages
              .filter((one) => one.count > 0)
              .map((one) => (
                <Link
                  key={one.key}
                  to={`?stage=${one.key}`}
                  aria-current={stage === one.key ? 'page' : undefined}
                  preventScrollReset
                >
                  {one.name} {one.count}
                </Link>
              ))}
          </nav>
        )}
        {!cases && <Failed text="案例没能加载出来" />}
        {cases?.length === 0 && (
          <Empty
            icon="layers"
            text={all > 0 ? `这家店没有更多${shown?.name ?? ''}案例了` : '这家店还没有公开的案例'}
            action={all > 0 ? <ButtonLink to="?">看全部案例</ButtonLink> : undefined}
          />
        )}
        <div className={styles.grid}>
          {cases?.map((item, index) => (
            <CaseCard key={item.id} item={item} to={item.to} first={index === 0} inShop={item.kind} />
          ))}
        </div>
        <Pager page={loaderData.page} pages={pages} pageSize={shopCasePageSize} count={count} label="案例分页" />
      </section>
      <AppraisalList list={loaderData.appraisals} replier={shop.name} />
      <div className={styles.bar}>
        <ButtonLink to={act.to} tone="pine" size="strong" full>
          {act.text}
        </ButtonLink>
      </div>
    </div>
  );
}
