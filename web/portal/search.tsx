import { useEffect, useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { certifiedTag } from '../../contract/certified.ts';
import { categories } from '../../contract/categories.ts';
import { provinces, regionName } from '../../contract/regions.ts';
import { longestQuery, search, searchKinds, searchMost, searchPageSize, searchTag } from '../../contract/search.ts';
import { pageContext } from '../client/page-context.ts';
import { renderedAt } from '../client/replies.server.ts';
import { FollowButton } from '../features/follows/follow-button.tsx';
import { Filters, type Narrowing, searchAt } from '../features/search/filters.tsx';
import { HitRow } from '../features/search/hit-row.tsx';
import { hitFacts } from '../features/search/present.server.ts';
import { forgetSearches, recentSearches, rememberSearch } from '../features/search/recent.ts';
import { SearchField } from '../features/search/search-field.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { Empty, Failed } from '../ui/states.tsx';
import type { Route } from './+types/search';
import { page } from './route-record.ts';
import styles from './search.module.css';

type Loaded = ReturnType<typeof notAsked> & { found?: unknown };

export const handle = page<Loaded>({
  name: 'search',
  title: ({ narrowing: { q } }) => (q === '' ? '搜索' : `「${q}」的搜索结果`),
  unlisted: true,
});

/** Words of the trade for those who do not know where to begin. */
const samples = ['婴儿床', '猫爬架', '会议桌', '水性漆', '实木打样', '白蜡木', '拼车', '展示架'];

const text = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim();

function notAsked(narrowing: Narrowing) {
  return { rendered: renderedAt(), narrowing, problem: '', failed: false, cut: false, strange: false };
}

/** The number of the last page that can be reached. */
const lastPage = Math.ceil(searchMost / searchPageSize);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams: query } = url;
  const { send, stages, tag, unkept } = context.get(pageContext);
  const asked = [...text(query, 'q')];
  const known: Record<Exclude<keyof Narrowing, 'q'>, (key: string) => boolean> = {
    kind: (key) => searchKinds.some((one) => one.key === key),
    stage: (key) => stages.some((one) => one.key === key),
    category: (key) => categories.some((one) => one.key === key),
    region: (key) => regionName(key) !== '',
  };
  // A filter that there is not is left out, and that it was is said.
  let strange = false;
  const filter = (name: keyof typeof known) => {
    const key = text(query, name);
    if (key === '' || known[name](key)) return key;
    strange = true;
    return '';
  };
  const narrowing: Narrowing = {
    q: asked.slice(0, longestQuery).join('').trim(),
    kind: filter('kind'),
    stage: filter('stage'),
    category: filter('category'),
    region: filter('region'),
  };
  if (narrowing.q === '') return { ...notAsked(narrowing), found: undefined };
  unkept();
  tag(certifiedTag, searchTag);
  const number = query.get('page') || '1';
  const sensible = /^[1-9]\d{0,8}$/.test(number) && Number(number) <= lastPage;
  const reply = await send(search, { ...narrowing, page: sensible ? number : '1' } as Parameters<
    typeof send<typeof search>
  >[1]);
  if (!reply.ok) {
    const refused = reply.status === 400 || reply.status === 429;
    const answer = { ...notAsked(narrowing), problem: refused ? reply.message : '', failed: !refused };
    return data({ ...answer, found: undefined }, { status: reply.status || 500 });
  }
  const { loose, counts } = reply.data;
  const beyond = !sensible || reply.page > Math.max(1, reply.pages);
  const hits = beyond ? [] : reply.data.hits;
  const chosen = provinces.find(({ code }) => narrowing.region.startsWith(code));
  const answer = {
    ...notAsked(narrowing),
    cut: asked.length > longestQuery,
    strange,
    found: {
      loose,
      /** the page that was asked for is none */
      beyond,
      counts: searchKinds.map(({ key, name }) => ({ key, name, ...counts.find(({ kind }) => kind === key) })),
      groups: searchKinds
        .map(({ key, name }) => ({
          key,
          name,
          hits: hits.filter(({ kind }) => kind === key).map((hit) => hitFacts(hit, stages)),
        }))
        .filter((group) => group.hits.length > 0),
      count: reply.count,
      page: reply.page,
      pages: reply.pages,
      categories: narrowing.kind === 'shop' ? [] : categories.map(({ key, name }) => ({ key, name })),
      stages: narrowing.kind === 'topic' ? [] : stages.map(({ key, name }) => ({ key, name })),
      places:
        narrowing.kind === 'topic'
          ? []
          : provinces.map(({ code, name, cities }) => ({
              key: code,
              name,
              cities: code === chosen?.code ? cities.map((city) => ({ key: city.code, name: city.name })) : [],
            })),
    },
  };
  return data(answer, { status: beyond || strange ? 404 : 200 });
}

type Found = NonNullable<Route.ComponentProps['loaderData']['found']>;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { narrowing, problem, failed, found, rendered, cut, strange } = loaderData;
  const { q } = narrowing;
  const { revalidate, state } = useRevalidator();
  const kept = Object.fromEntries(
    Object.entries(narrowing).filter(([name, value]) => name !== 'q' && name !== 'kind' && value !== ''),
  );
  return (
    <div className={`column ${styles.page}`}>
      <h1 className={q === '' ? styles.title : 'sr'}>{q === '' ? '搜索' : `「${q}」的搜索结果`}</h1>
      <SearchField large query={q} kept={kept} focused={q === ''} />
      {problem && (
        <p className={styles.problem} role="alert">
          <Icon name="warn" size="small" />
          {problem}
        </p>
      )}
      {cut && (
        <p className={styles.loose} role="status">
          搜索词太长，只按前 {longestQuery} 个字搜索。
        </p>
      )}
      {strange && (
        <p className={styles.loose} role="status">
          <span>
            地址里有不认识的筛选，没有用它。<Link to={searchAt(narrowing)}>去掉筛选</Link>
          </span>
        </p>
      )}
      {failed && <Failed text="没能搜出来" onRetry={() => void revalidate()} busy={state !== 'idle'} />}
      {(q === '' || problem) && <Beginnings />}
      {found && <Results narrowing={narrowing} found={found} rendered={rendered} />}
    </div>
  );
}

function Results({ narrowing, found, rendered }: { narrowing: Narrowing; found: Found; rendered: number }) {
  const { q, kind } = narrowing;
  const { counts, groups, loose, beyond } = found;
  useEffect(() => rememberSearch(q), [q]);
  const nothing = groups.length === 0 && !beyond;
  const narrowed = [narrowing.stage, narrowing.category, narrowing.region].some((value) => value !== '');
  return (
    <>
      <nav className={styles.tabs} aria-label="结果类型">
        <Link to={searchAt(narrowing, { kind: '' })} aria-current={kind === '' ? 'page' : undefined}>
          全部
        </Link>
        {counts.map(({ key, name, count = 0, more }) => (
          <Link key={key} to={searchAt(narrowing, { kind: key })} aria-current={kind === key ? 'page' : undefined}>
            {name}
            <span>
              {count}
              {more && '+'}
            </span>
          </Link>
        ))}
      </nav>
      <Filters narrowing={narrowing} categories={found.categories} stages={found.stages} places={found.places} />
      {beyond && (
        <Empty
          icon="search"
          text={found.pages > 1 ? `没有这一页，一共 ${found.pages} 页` : '没有这一页'}
          action={<ButtonLink to={searchAt(narrowing)}>回到第 1 页</ButtonLink>}
        />
      )}
      {loose && groups.length > 0 && (
        <p className={styles.loose} role="status">
          没有同时说到「{q}」的内容，下面是相近的。
        </p>
      )}
      {groups.map((group) => {
        const counted = counts.find(({ key }) => key === group.key);
        const all = counted?.count ?? 0;
        return (
          <section key={group.key} aria-labelledby={`hits-${group.key}`} className={styles.group}>
            <SectionHead
              id={`hits-${group.key}`}
              small
              title={group.name}
              note={`${all}${counted?.more ? '+' : ''} 条`}
              more={
                kind === '' &&
                all > group.hits.length && (
                  <Link to={searchAt(narrowing, { kind: group.key })} aria-label={`全部${group.name}`}>
                    全部
                    <Icon name="right" size="small" />
                  </Link>
                )
              }
            />
            <ul>
              {group.hits.map((hit) => (
                <HitRow key={hit.id} hit={hit} rendered={rendered} />
              ))}
            </ul>
            {group.key === 'demand' && narrowed && (
              <FollowButton
                key={`${narrowing.stage} ${narrowing.category} ${narrowing.region}`}
                stage={narrowing.stage}
                type={narrowing.category}
                region={narrowing.region}
              />
            )}
          </section>
        );
      })}
      {nothing && (
        <Nothing narrowing={narrowing} elsewhere={counts.some(({ count = 0 }) => count > 0)} narrowed={narrowed} />
      )}
      {kind !== '' && found.pages > 1 && !beyond && (
        <Pager page={found.page} pages={found.pages} pageSize={searchPageSize} count={found.count} />
      )}
    </>
  );
}

/** A demand's name has 2 to 20 characters. */
const fitsName = (q: string) => [...q].length >= 2 && [...q].length <= 20;

function Nothing({ narrowing, elsewhere, narrowed }: { narrowing: Narrowing; elsewhere: boolean; narrowed: boolean }) {
  const { q, kind } = narrowing;
  const name = searchKinds.find(({ key }) => key === kind)?.name ?? '内容';
  const publish = (
    <ButtonLink
      to={fitsName(q) ? `/publish?name=${encodeURIComponent(q)}` : '/publish'}
      tone={narrowed ? 'line' : 'wood'}
      icon="plus"
    >
      发布需求，让服务商来找您
    </ButtonLink>
  );
  return (
    <>
      <Empty
        icon="search"
        text={narrowed ? `这些筛选下没有和「${q}」有关的${name}` : `没有找到和「${q}」有关的${name}`}
        action={
          narrowed ? (
            <div className={styles.next}>
              <ButtonLink to={searchAt({ q, kind, stage: '', category: '', region: '' })} tone="pine">
                去掉筛选再搜
              </ButtonLink>
              {publish}
            </div>
          ) : (
            publish
          )
        }
      />
      {elsewhere && (
        <p className={styles.ways}>
          <Link to={searchAt(narrowing, { kind: '' })}>看其他类型里的结果</Link>
        </p>
      )}
      <Words title="试试这些词" words={samples} />
    </>
  );
}

/** What there is before anything was asked. */
function Beginnings() {
  const hydrated = useHydrated();
  const [cleared, setCleared] = useState(false);
  const recent = hydrated && !cleared ? recentSearches() : [];
  return (
    <>
      {recent.length > 0 && (
        <Words
          title="最近搜过"
          words={recent}
          more={
            <button
              type="button"
              onClick={() => {
                forgetSearches();
                setCleared(true);
              }}
            >
              清空
            </button>
          }
        />
      )}
      <Words title="试试这些词" words={samples} />
    </>
  );
}

function Words({ title, words, more }: { title: string; words: readonly string[]; more?: React.ReactNode }) {
  return (
    <section className={styles.words} aria-label={title}>
      <h2>
        {title}
        {more}
      </h2>
      <ul>
        {words.map((word) => (
          <li key={word}>
            <Link to={`/search?${new URLSearchParams({ q: word })}`}>{word}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
