import { data, useLocation, useNavigation } from 'react-router';
import { certifiedTag } from '../../contract/certified.ts';
import { caseCalls, caseListTag } from '../../contract/cases.ts';
import { CaseCard } from '../features/cases/case-card.tsx';
import { caseFacts } from '../features/cases/present.ts';
import { pageContext } from '../client/page-context.ts';
import { must } from '../client/replies.server.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Skeleton } from '../ui/states.tsx';
import type { Route } from './+types/more';
import { guardChoice, guardFlow, guardType } from './guard.server.ts';
import styles from './more.module.css';
import { PageTitle } from './page-title.tsx';
import { page, useRouteRecord } from './route-record.ts';

export const handle = page({ name: 'more', title: '全部案例', chain: 'bar', paged: true });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const category = guardType(params.type);
  const { send, stages, tag, head } = context.get(pageContext);
  const stage = guardFlow(params.flow, stages);
  tag(certifiedTag, caseListTag(stage.key));
  const query = url.searchParams;
  const sort = guardChoice(url, 'sort', ['newest', 'liked']);
  const pageSize = stage.pageSize.more;
  // What is no page at all has no cases, as one behind the end has none; how many there are is told all the same.
  const number = query.get('page') || '1';
  const sensible = /^[1-9]\d{0,8}$/.test(number);
  const asked = {
    type: category.key,
    is_recom: '0',
    page: sensible ? number : '1',
    page_size: pageSize,
    sort,
  } as const;
  const list = must(await send(caseCalls(stage).list, asked));
  const cases = sensible ? list.data.map((item) => caseFacts(item, stage)) : [];
  head({
    description: `${category.name}${stage.name}的 ${list.count} 个案例：${cases.map(({ name }) => name).join('、')}`,
    image: cases[0]?.pictures[0],
  });
  const beyond = !sensible || (cases.length === 0 && list.count > 0);
  const found = {
    category: { key: category.key, name: category.name },
    stage: { key: stage.key, name: stage.name },
    cases,
    /** 0 where what was asked for is no page */
    page: sensible ? list.page : 0,
    pages: list.pages,
    count: list.count,
    pageSize,
    sort,
  } as const;
  // A page behind the end says so to people, and to those who only look at numbers.
  return data(found, { status: beyond ? 404 : 200 });
}

const sorts = [
  { key: 'newest', name: '最新' },
  { key: 'liked', name: '最受喜欢' },
] as const;

export default function MorePage({ loaderData }: Route.ComponentProps) {
  const { category, stage, cases, pages, count, pageSize, sort } = loaderData;
  const { crumbs } = useRouteRecord();
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const base = `/smart/${category.key}/${stage.key}`;
  const coming = location?.pathname === pathname;
  const grid = pageSize % 3 === 0 ? styles.threes : styles.fours;
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <PageTitle category={category} title={`${stage.name}案例`}>
        {sort === 'liked' ? `最受喜欢的 ${count} 个` : `共 ${count} 个`}
      </PageTitle>
      {count > 1 && (
        <nav className={styles.sorts} aria-label="排序">
          {sorts.map(({ key, name }) => (
            <Link
              key={key}
              to={key === 'newest' ? `${base}/more` : `${base}/more?sort=${key}`}
              aria-current={key === sort ? 'true' : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {count === 0 && (
        <Empty
          icon="layers"
          text={`${category.name}${stage.name}还没有案例`}
          action={<ButtonLink to={base}>回到{stage.name}</ButtonLink>}
        />
      )}
      {count > 0 && cases.length === 0 && (
        <Empty
          icon="layers"
          text={`没有${loaderData.page > 0 ? `第 ${loaderData.page} ` : '这一'}页，一共 ${pages} 页`}
          action={<ButtonLink to={`${base}/more`}>回到第 1 页</ButtonLink>}
        />
      )}
      {coming ? (
        <div className={grid} role="status" aria-label="正在加载">
          {Array.from({ length: pageSize }, (_, index) => (
            <div key={index} className={styles.bone}>
              <Skeleton ratio="4/3" />
              <Skeleton lines={2} />
            </div>
          ))}
        </div>
      ) : (
        <div className={grid}>
          {cases.map((item, index) => (
            <CaseCard key={item.id} item={item} to={`${base}/details/${item.id}`} first={index < 3} />
          ))}
        </div>
      )}
      {cases.length > 0 && <Pager page={loaderData.page} pages={pages} pageSize={pageSize} count={count} />}
    </div>
  );
}
