import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Link } from '../ui/link.tsx';
import { certifiedTag } from '../../contract/certified.ts';
import { type DemandCalls, demandCalls, demandTag, needViewList } from '../../contract/demands.ts';
import { maskPhone } from '../../contract/mask.ts';
import { orderStatus } from '../../contract/statuses.ts';
import type { CallOutput } from '../../contract/call.ts';
import { pageContext } from '../client/page-context.ts';
import { must, renderedAt } from '../client/replies.server.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { demandFacts, type DemandFacts } from '../features/demands/demand-facts.server.ts';
import styles from '../features/demands/demand.module.css';
import { Comments } from '../features/reactions/comments.tsx';
import { firstComments } from '../features/reactions/read.ts';
import { demandLogin, useUser } from '../session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Gallery } from '../ui/gallery.tsx';
import { Icon } from '../ui/icon.tsx';
import { Countdown } from '../ui/moments.tsx';
import { ShareButton } from '../ui/share.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Certified, Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import type { Route } from './+types/demand';
import { guardEnd, guardPage, missing } from './guard.server.ts';
import { page, type PageHandle, useRouteRecord, useShellData } from './route-record.ts';
import { ContactButton } from '../features/messages/contact-button.tsx';
import { documentName } from '../features/document-name.ts';

const TenderPanel = lazy(async () => ({ default: (await import('../features/demands/tender-panel.tsx')).TenderPanel }));
const TenderComparison = lazy(async () => ({
  default: (await import('../features/demands/tender-comparison.tsx')).TenderComparison,
}));

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle<Loaded> = page<Loaded>({
  name: 'demand',
  title: ({ demand }) => demand.name,
  place: ({ demand }) => ({ type: demand.category, flow: demand.stage.key }),
});

const commentPageSize = 10;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { send, tag, head, stages } = context.get(pageContext);
  const { nid } = params;
  // The number begins with its stage's letters.
  const stage = stages.find(({ nidPrefix }) => nid.startsWith(`${nidPrefix}-`)) ?? missing();
  tag(certifiedTag, demandTag(nid));
  const number = guardPage(url);
  const [info, said] = await Promise.all([
    send(demandCalls(stage).info, { demandNid: nid }),
    send(needViewList, { demandType: stage.number, demandNid: nid, page: number, pageSize: commentPageSize }),
  ]);
  const demand = demandFacts(stage, must(info).data);
  guardEnd(said);
  head({
    description: `${demand.statusName}，预算${yuan(demand.budget)}。${demand.text.join(' ')}`,
    image: demand.pictures[0],
    kind: 'article',
  });
  return {
    rendered: renderedAt(),
    demand: { ...demand, owner: maskPhone(demand.owner) },
    comments: firstComments(said),
  };
}

type Mine = Pick<CallOutput<DemandCalls['info']>, 'isOwner' | 'myTender' | 'actions'>;

/** What the signed-in reader is to the demand; fetched in the browser, the page itself is anonymous (rulings §6). */
function useMine(demand: DemandFacts): { mine: Mine | undefined; reload: () => void } {
  const user = useUser();
  const [mine, setMine] = useState<{ of: string; token: string; is: Mine }>();
  const [attempt, setAttempt] = useState(0);
  const token = user?.token;
  useEffect(() => {
    if (!token) return;
    let left = false;
    void send(callAt<DemandCalls['info']>(demand.infoPath), { demandNid: demand.nid }).then((reply) => {
      if (reply.ok && !left) setMine({ of: demand.nid, token, is: reply.data });
    });
    return () => {
      left = true;
    };
  }, [demand.infoPath, demand.nid, token, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const current = mine && mine.of === demand.nid && mine.token === token ? mine.is : undefined;
  return { mine: current, reload };
}

export default function Demand({ loaderData }: Route.ComponentProps) {
  const { demand, comments, rendered } = loaderData;
  const { crumbs } = useRouteRecord();
  const shell = useShellData();
  const user = useUser();
  const { mine, reload } = useMine(demand);
  const { revalidate } = useRevalidator();
  const categoryName = shell?.categories.find(({ key }) => key === demand.category)?.name ?? '';
  const open = demand.status === orderStatus.tendering;
  const changed = () => {
    reload();
    void revalidate();
  };
  const aside = (() => {
    if (!user) {
      if (!open) return null;
      return (
        <section className={styles.invite}>
          <h2>我来接单</h2>
          <p>报价和工期密封提交，截止前只有发布人看得到。</p>
          <Button tone="pine" size="strong" full onClick={demandLogin}>
            登录后投标
          </Button>
        </section>
      );
    }
    if (!mine) return <Skeleton height="1.6rem" />;
    if (mine.isOwner) {
      return (
        <section className={styles.invite}>
          <h2>这是您发布的需求</h2>
          <p>标书、进度和付款都在订单里。</p>
          <ButtonLink tone="line" to={`/personal/order/${demand.nid}`} full>
            查看订单
          </ButtonLink>
        </section>
      );
    }
    if (!open && mine.myTender?.status !== 'standing') return null;
    return (
      <Suspense fallback={<Skeleton height="3rem" />}>
        <TenderPanel
          key={mine.myTender?.saveTime ?? 0}
          nid={demand.nid}
          mine={mine.myTender}
          contact={<ContactButton demandNid={demand.nid} label="联系发布方" tone="plain" />}
          onChanged={changed}
        />
      </Suspense>
    );
  })();

  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <header className={styles.head}>
        <h1>{demand.name}</h1>
        <p className={styles.meta}>
          <span className={open ? styles.open : styles.over}>{demand.statusName}</span>
          <span>
            <Tag tone={demand.category}>{categoryName}</Tag> <Tag>{demand.stage.name}</Tag>
            {demand.inputState === 'changed' && (
              <>
                {' '}
                <Tag tone="warning">输入已变</Tag>
              </>
            )}
          </span>
          <span>编号 {demand.nid}</span>
          <span>{momentText(demand.publishedAt)} 发布</span>
          <ShareButton title={demand.name} text={demand.text[0]} tone="ghost" className={styles.share} />
        </p>
      </header>
      <div className={styles.grid}>
        <Gallery
          pictures={demand.pictures}
          name={demand.name}
          sizes="(max-width: 767px) 100vw, 440px"
          widest={560}
          first
        />
        <div className={styles.body}>
          <dl className={styles.facts}>
            <div>
              <dt>预算</dt>
              <dd className="price">{yuan(demand.budget)}</dd>
            </div>
            <div>
              <dt>截止时间</dt>
              <dd className={styles.moment}>{momentText(demand.endsAt)}</dd>
            </div>
            {demand.facts.map(({ label, value, long }) => (
              <div key={label} className={long ? styles.all : undefined}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt>发布人</dt>
              <dd className={styles.by}>
                {demand.owner} {demand.ownerCertified && <Certified />}
              </dd>
            </div>
          </dl>
          <div className={styles.prose}>
            {demand.text.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
          {demand.files.length > 0 && (
            <ul className={styles.files} aria-label="图纸与附件">
              {demand.files.map((url) => (
                <li key={url}>
                  <a href={url} download>
                    <Icon name="file" size="small" />
                    {documentName(url)}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <aside className={styles.side}>
          <section className={styles.clock}>
            <h2>{open ? '距截止' : demand.statusName}</h2>
            {open && (
              <p className={styles.count}>
                <Countdown until={demand.endsAt} rendered={rendered} />
              </p>
            )}
            <p>
              {demand.tenders > 0 ? `已投 ${demand.tenders} 份` : '还没有人投标'}
              {open && '；截止后 7 天内没有选定，需求自动关闭，不产生费用。'}
            </p>
          </section>
          {demand.inputState !== '' && (
            <section className={styles.clock}>
              <h2>{demand.inputState === 'changed' ? '输入已变' : '输入有更新'}</h2>
              <p>
                {demand.inputState === 'changed'
                  ? '前面环节更新了交付，发布人还没有确认。'
                  : '前面环节更新了交付，发布人已确认。'}
                已投标的可以修改或撤回，直到选定。
              </p>
            </section>
          )}
          {aside}
        </aside>
        {mine?.isOwner && demand.tenders > 0 && (
          <div className={styles.received}>
            <Suspense fallback={<Skeleton height="3rem" />}>
              <TenderComparison
                demand={demand}
                rendered={rendered}
                choosing={open}
                contact={({ id, nickname }) => (
                  <ContactButton demandNid={demand.nid} tenderId={id} name={nickname} size="small" />
                )}
              />
            </Suspense>
          </div>
        )}
        <div className={styles.comments}>
          <Comments
            subject={{ kind: 'demand', id: demand.id, nid: demand.nid, stage: demand.stage.number }}
            first={comments}
            rendered={rendered}
            pageSize={commentPageSize}
            title="需求评论"
            hint="所有人可见，不要在这里谈价格"
            owner={{ title: '发布人' }}
            closed={open ? undefined : '需求已不在招标，不能再评论'}
            onChanged={changed}
          />
        </div>
      </div>
      <p className={styles.back}>
        <Link to={`/smart/${demand.category}/${demand.stage.key}`}>
          更多{categoryName}
          {demand.stage.name}需求
        </Link>
      </p>
    </div>
  );
}
