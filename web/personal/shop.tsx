import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { getMyCaseList, type OwnCaseListItem, ownCasePageSize } from '../../contract/own-cases.ts';
import { regionPath } from '../../contract/regions.ts';
import { getMyShop, type OwnShop } from '../../contract/shop.ts';
import { stageByNumber } from '../../contract/stages/index.ts';
import { certificationStatus, shopCaseStatus, shopCaseStatusNames } from '../../contract/statuses.ts';
import { readImages, splitList } from '../../contract/wire.ts';
import { send } from '../client/transport.browser.ts';
import { DeleteCase } from '../features/cases/own/delete-case.tsx';
import { Record } from '../features/cases/provider-card.tsx';
import { certifyPath } from '../features/certification/path.ts';
import { useStanding } from '../features/certification/standing.ts';
import { page } from '../portal/route-record.ts';
import { useUser } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Counts } from '../ui/counts.tsx';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { Certified, Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import { OwnCard } from './own-list.tsx';
import styles from './shop.module.css';

export const handle = page({ name: 'my-shop', under: 'personal', title: '我的店铺', ground: 'mist' });

const faces = [
  ['', '全部'],
  ['1', shopCaseStatusNames[1]],
  ['0', shopCaseStatusNames[0]],
  ['2', shopCaseStatusNames[2]],
  ['draft', '草稿'],
] as const;
type Face = (typeof faces)[number][0];

/** One's own shop: what it says of itself, its record, and its cases by stage and review status (feature A-08). */
export default function MyShop() {
  const [query] = useSearchParams();
  const stage = query.get('stage') ?? '';
  const face = (query.get('status') ?? '') as Face;
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const [shop, cases] = await Promise.all([
      send(getMyShop, {}),
      send(getMyCaseList, { type: stage, status: face, page: number }),
    ]);
    if (!shop.ok) return shop;
    if (!cases.ok) return cases;
    // Kept together: the pager speaks of the whole list.
    const { data, count, page: at, pages } = cases;
    return { ...cases, data: { shop: shop.data, cases: data, count, page: at, pages } };
  }, [stage, face, number]);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="1.8rem" />
        </Loading>
      }
    >
      {({ shop, cases, ...position }, reload) => (
        <>
          <Head shop={shop} />
          <section className={styles.filters} aria-label="我的案例">
            <header>
              <h2>我的案例</h2>
              <ButtonLink tone="pine" icon="plus" to="/personal/shop/case/new">
                发布案例
              </ButtonLink>
            </header>
            <Filters shop={shop} stage={stage} face={face} />
          </section>
          {cases.length === 0 ? (
            <div className={styles.blank}>
              <None all={shop.counts.length === 0} past={position.count > 0} />
            </div>
          ) : (
            <>
              <ul className={styles.list}>
                {cases.map((item) => (
                  <li key={item.id}>
                    <Row item={item} onChanged={reload} />
                  </li>
                ))}
              </ul>
              <Pager {...position} pageSize={ownCasePageSize} />
            </>
          )}
        </>
      )}
    </LatePart>
  );
}

/** Of a certification that was handed in and has not passed. */
const unproved: Readonly<Record<number, string>> = {
  [certificationStatus.pending]: '认证正在审核',
  [certificationStatus.failed]: '上次认证没有通过',
};

function Head({ shop }: { shop: OwnShop }) {
  const user = useUser();
  const standing = useStanding(user?.token);
  const serves = splitList(shop.stages).flatMap((number) => stageByNumber(Number(number))?.name ?? []);
  const told = [
    shop.region && regionPath(splitList(shop.region)),
    serves.length > 0 && `承接${serves.join('、')}`,
  ].filter(Boolean);
  return (
    <header className={styles.head}>
      <Face name={shop.shop_name} src={shop.avatar_url || user?.avatar_url || undefined} size="large" />
      <div className={styles.who}>
        <h1>
          {shop.shop_name}
          {shop.certified && <Certified />}
        </h1>
        <p className={styles.told}>{told.length > 0 ? told.join('，') : '还没有写所在地和承接的环节'}</p>
        <p className={shop.introduction ? undefined : styles.told}>
          {shop.introduction || '写一段简介，让人知道您做什么、怎么做、起订量多少。'}
        </p>
        <div className={styles.acts}>
          <ButtonLink size="small" icon="edit" to="/personal/shop/edit">
            编辑店铺
          </ButtonLink>
          {shop.id && (
            <ButtonLink size="small" tone="ghost" icon="store" to={`/shop/${shop.id}`}>
              看公开的店铺
            </ButtonLink>
          )}
        </div>
        {!user || shop.certified ? null : (
          <p className={styles.told}>
            <Icon name="badge" size="small" /> {unproved[standing ?? -1] ?? '还没有认证'}，通过后店铺旁会显示“已认证”。{' '}
            <Link to={certifyPath(user.account_type)}>{standing === null ? '去认证' : '看认证'}</Link>
          </p>
        )}
      </div>
      <Record score={shop.score} deals={shop.deal_num} favourable={shop.favourable} />
    </header>
  );
}

/** Links of one filter keep the other, and begin at the first page. */
const at = (stage: string, face: string) => {
  const query = new URLSearchParams({ ...(stage && { stage }), ...(face && { status: face }) });
  return `?${query.toString()}`;
};

function Filters({ shop, stage, face }: { shop: OwnShop; stage: string; face: Face }) {
  const sum = (type: string, status: string) =>
    shop.counts
      .filter((one) => (type === '' || String(one.type) === type) && (status === '' || one.status === status))
      .reduce((all, { count }) => all + count, 0);
  const types = [...new Set(shop.counts.map(({ type }) => type))].toSorted((a, b) => a - b);
  return (
    <>
      {types.length > 1 && (
        <TabLinks
          label="按环节筛选"
          tabs={['', ...types].map((type) => [
            String(type),
            `${type === '' ? '全部环节' : (stageByNumber(Number(type))?.name ?? '')} ${sum(String(type), '')}`,
          ])}
          current={stage}
          to={(type) => at(type, face)}
          ruled
        />
      )}
      <nav className={styles.chips} aria-label="按审核状态筛选">
        {faces.map(([value, name]) => (
          <Link key={value} to={at(stage, value)} aria-current={face === value ? 'true' : undefined} preventScrollReset>
            {name} {sum(stage, value)}
          </Link>
        ))}
      </nav>
    </>
  );
}

function None({ all, past }: { all: boolean; past: boolean }) {
  if (all)
    return (
      <Empty
        icon="store"
        text="店里还没有案例。放上做过的活，别人才好委托您"
        action={
          <ButtonLink tone="pine" to="/personal/shop/case/new">
            发布第一个案例
          </ButtonLink>
        }
      />
    );
  return (
    <Empty
      icon="layers"
      text={past ? '这一页没有案例了' : '没有这样的案例'}
      action={
        <ButtonLink tone="line" to="?">
          看全部案例
        </ButtonLink>
      }
    />
  );
}

const tones = { 0: 'warning', 1: 'pine', 2: 'danger' } as const;

function Row({ item, onChanged }: { item: OwnCaseListItem; onChanged: () => void }) {
  const { id, name, type, category, status, statusName, reason, draft, is_public, like, comments, update_time } = item;
  const stage = stageByNumber(type);
  const [cover = ''] = readImages(item.img_list);
  const title = name || '未命名的案例';
  const path = `/personal/shop/case/${stage?.key}/${id}`;
  const publicPath = `/smart/${category}/${stage?.key}/details/${id}`;
  const kept = draft === 1;
  const refused = !kept && status === shopCaseStatus.rejected;
  return (
    <OwnCard name={title} picture={cover}>
      <div className={styles.what}>
        <h3>
          {is_public ? <Link to={publicPath}>{title}</Link> : title}
          <Tag>{stage?.name}</Tag>
          {kept ? <Tag>草稿</Tag> : <Tag tone={tones[status]}>{statusName}</Tag>}
        </h3>
        {refused && reason && (
          <p className={styles.reason}>
            <Icon name="warn" size="small" />
            没有通过：{reason}
          </p>
        )}
        {is_public === 1 && (kept || status !== shopCaseStatus.approved) && (
          <p className={styles.note}>
            {kept ? '改动还没有提交，' : refused ? '这次改动没有通过，' : '改动正在审核，'}公开的仍是上次通过的内容。
          </p>
        )}
        <div className={styles.foot}>
          <time>
            {kept ? '保存于' : '更新于'} {momentText(update_time)}
          </time>
          {is_public === 1 && (
            <Counts
              items={[
                { icon: 'heart', label: '喜欢', count: like },
                { icon: 'comment', label: '评论', count: comments },
              ]}
            />
          )}
          <span className={styles.rowActs}>
            {!kept && (
              <ButtonLink tone="ghost" size="small" to={`${path}/preview`}>
                预览
              </ButtonLink>
            )}
            <ButtonLink tone="ghost" size="small" to={`${path}/edit`}>
              {kept ? '继续填写' : refused ? '修改后重新提交' : '修改'}
            </ButtonLink>
            <DeleteCase id={id} title={title} shown={is_public === 1} onDeleted={onChanged} />
          </span>
        </div>
      </div>
    </OwnCard>
  );
}
