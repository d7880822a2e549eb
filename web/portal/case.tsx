import {
  caseCalls,
  caseCommentPageSize,
  caseTag,
  getCaseCommentList,
  getCaseFavourable,
} from '../../contract/cases.ts';
import { certifiedTag } from '../../contract/certified.ts';
import { getCaseAppraisals } from '../../contract/order-work.ts';
import { getShopCases, shopTag } from '../../contract/shop.ts';
import { LateCaseRow } from '../features/cases/late-case-row.tsx';
import { caseDetail } from '../features/cases/detail.ts';
import { Entrust, useOwnCase } from '../features/cases/entrust.tsx';
import { LateAppraisalList } from '../features/appraisals/late-appraisal-list.tsx';
import { appraisalsOf } from '../features/appraisals/appraisals.server.ts';
import { caseFacts } from '../features/cases/present.ts';
import { linkedCases } from '../features/cases/linked.server.ts';
import { providerFacts } from '../features/cases/provider.ts';
import { caseThings } from '../features/cases/things.server.ts';
import { Comments } from '../features/reactions/comments.tsx';
import { LikeButton } from '../features/reactions/like-button.tsx';
import { LateReportButton } from '../features/reactions/late-report-button.tsx';
import { firstComments } from '../features/reactions/read.ts';
import { pageContext } from '../client/page-context.ts';
import { must, renderedAt } from '../client/replies.server.ts';
import { Crumbs } from '../ui/crumbs.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ShareButton } from '../ui/share.tsx';
import type { Route } from './+types/case';
import styles from '../features/cases/case-view.module.css';
import { CaseView } from '../features/cases/case-view.tsx';
import { guardEnd, guardFlow, guardId, guardPage, guardType, missing } from './guard.server.ts';
import { page, useRouteRecord, useShellData } from './route-record.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle = page<Loaded>({ name: 'details', title: ({ item }) => item.name, chain: 'bar', ownBar: true });

/** So many other cases stand below. */
const rowLength = 4;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const category = guardType(params.type);
  const { send, stages, tag, head } = context.get(pageContext);
  const stage = guardFlow(params.flow, stages);
  const id = guardId(params.id, url);
  tag(certifiedTag, caseTag(id));
  const of = { type: stage.number, case_id: id };
  const number = guardPage(url);
  const [info, favourable, said, similar, judged] = await Promise.all([
    send(caseCalls(stage).info, { id }),
    send(getCaseFavourable, of),
    send(getCaseCommentList, { ...of, page: number, page_size: caseCommentPageSize }),
    send(caseCalls(stage).list, { type: category.key, page_size: 2 * rowLength }),
    send(getCaseAppraisals, { ...of, page: guardPage(url, 'reviews') }),
  ]);
  const item = must(info).data;
  // One case, one address.
  if (item.category !== category.key) missing();
  guardEnd(said);
  guardEnd(judged, 'reviews');
  const { shop } = item;
  tag(shopTag(shop.id));
  const kept = await send(getShopCases, { id: shop.id, page_size: rowLength + 1 });

  const shown = caseFacts(item, stage);
  const detail = caseDetail(item, stage);
  const words = detail.facts.map(({ label, text }) => `${label}${text}`).join('，');
  const description = `${shown.idea || `${item.name}，${words}`}（${category.name}${stage.name}，${shown.shop}）`;
  const praise = favourable.ok ? favourable.data : undefined;
  head({
    description,
    image: shown.pictures[0],
    kind: 'article',
    things: caseThings(shown, {
      description,
      category: category.name,
      stage: stage.name,
      publishedAt: item.create_time,
      shop: { id: shop.id, name: shown.shop, region: shop.region },
      praise: praise && { rate: praise.like_rate, count: praise.appraisal_count },
    }),
  });
  const others = linkedCases(kept.ok ? kept.data : [], stages).filter(({ id }) => id !== item.id);
  const alike = linkedCases(similar.ok ? similar.data : [], stages);
  return {
    rendered: renderedAt(),
    category: { key: category.key, name: category.name },
    stage: { key: stage.key, name: stage.name, number: stage.number, provider: stage.provider },
    item: shown,
    detail,
    keeper: shop.user_id,
    shop: providerFacts(shop),
    favour: praise && {
      rate: praise.like_rate,
      count: praise.appraisal_count,
      labels: praise.label_list.slice(0, 8).map(({ label_name: name, count }) => ({ name, count })),
    },
    likes: praise?.like_count ?? item.like,
    appraisals: appraisalsOf(judged),
    comments: firstComments(said),
    // Handed on, for the contract would bring zod into the page.
    commentPageSize: caseCommentPageSize,
    others: others.slice(0, rowLength),
    alike: alike.filter(({ id, shopId }) => id !== item.id && shopId !== shop.id).slice(0, rowLength),
  };
}

export default function CasePage({ loaderData }: Route.ComponentProps) {
  const { category, stage, item, detail, shop, favour, likes, comments, others, alike, rendered } = loaderData;
  const { crumbs } = useRouteRecord();
  const entrust = `/publish?stage=${stage.key}&type=${category.key}&case=${item.id}`;
  const subject = { kind: 'case', id: item.id, stage: stage.number } as const;
  const own = useOwnCase(stage.number, item.id);
  const site = useShellData()?.site;
  const title = `${item.name}，${shop.name}`;
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <CaseView
        first
        category={category}
        stage={stage}
        item={item}
        detail={detail}
        shop={shop}
        favour={favour}
        ground={site?.mapTiles ? { tiles: site.mapTiles, attribution: site.mapAttribution } : undefined}
        acts={
          <div className={styles.acts}>
            <Entrust to={entrust} provider={stage.provider} own={own} />
            <div className={styles.small}>
              <LikeButton subject={subject} count={likes} name={item.name} size="normal" />
              <ShareButton title={title} text={item.idea || undefined} />
              {!own && <LateReportButton kind="case" id={item.id} name={item.name} />}
              <Link to={`/publish?stage=${stage.key}&type=${category.key}`}>发布同类需求，多家来投</Link>
            </div>
            <p className={styles.note}>
              <Icon name="lock" size="small" />
              委托只有您和对方看得到；对方接单后才付首付，钱由平台托管。
            </p>
          </div>
        }
      >
        <LateAppraisalList list={loaderData.appraisals} replier={shop.name} />
        <Comments
          subject={subject}
          first={comments}
          rendered={rendered}
          pageSize={loaderData.commentPageSize}
          owner={{ id: loaderData.keeper, title: '店主' }}
        />
      </CaseView>
      <LateCaseRow
        id="others"
        title="这家店的其他案例"
        cases={others}
        sameShop
        more={
          <Link to={`/shop/${shop.id}`}>
            进店看看
            <Icon name="right" size="small" />
          </Link>
        }
      />
      <LateCaseRow
        id="alike"
        title={`其他${category.name}${stage.name}案例`}
        cases={alike}
        more={
          <Link to={`/smart/${category.key}/${stage.key}/more`}>
            全部案例
            <Icon name="right" size="small" />
          </Link>
        }
      />
      <div className={styles.bar}>
        <LikeButton subject={subject} count={likes} name={item.name} size="normal" />
        <Entrust to={entrust} provider={stage.provider} own={own} />
      </div>
    </div>
  );
}
