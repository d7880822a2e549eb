import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallOutput } from '../../../contract/call.ts';
import { getTenderList } from '../../../contract/demands.ts';
import { fenToYuan, yuanToFen } from '../../../contract/fields.ts';
import { successful } from '../../../contract/orders.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Ago } from '../../ui/moments.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { Certified } from '../../ui/tag.tsx';
import { yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './tender.module.css';

type Tender = CallOutput<typeof getTenderList>[number];

interface Props {
  demand: { nid: string; name: string; budget: string; tenders: number };
  /** seconds since 1970 */
  rendered: number;
  /** false once one was chosen: then it is a record */
  choosing: boolean;
  /** how one speaks to who made a tender */
  contact: (tender: { id: string; nickname: string }) => ReactNode;
}

const sorts = [
  ['offer', '报价低'],
  ['days', '工期短'],
  ['time', '投标早'],
] as const;

/** The owner's table of the sealed tenders, and the choice (features O-02, Z-03). */
export function TenderComparison({ demand, rendered, choosing, contact }: Props) {
  const [sort, setSort] = useState<(typeof sorts)[number][0]>('offer');
  const load = useCallback(
    () => send(getTenderList, { demandNid: demand.nid, sort, pageSize: 100 }),
    [demand.nid, sort],
  );
  const section = useRef<HTMLElement>(null);
  // A link to here is followed before this part is here.
  useEffect(() => {
    if (window.location.hash === '#tenders') section.current?.scrollIntoView();
  }, []);
  return (
    <section ref={section} className={styles.tenders} id="tenders" aria-label="标书比较">
      <header>
        <h2>{demand.tenders} 份标书</h2>
        <div className={styles.sorts} role="group" aria-label="排序">
          {sorts.map(([key, label]) => (
            <button key={key} type="button" aria-pressed={sort === key} onClick={() => setSort(key)}>
              {label}
            </button>
          ))}
        </div>
        <p>
          <Icon name="lock" size="small" />
          别人只看得到“已投 {demand.tenders} 份”
        </p>
      </header>
      <LatePart
        load={load}
        skeleton={
          <Loading count={3}>
            <Skeleton height=".7rem" />
          </Loading>
        }
      >
        {(tenders, reload) =>
          tenders.length === 0 ? (
            <Empty text="还没有人投标" />
          ) : (
            <Table
              demand={demand}
              tenders={tenders}
              rendered={rendered}
              choosing={choosing}
              contact={contact}
              reload={reload}
            />
          )
        }
      </LatePart>
    </section>
  );
}

const fen = (offer: string) => yuanToFen(offer) ?? NaN;

const best = (values: readonly number[], least: boolean) =>
  values.length > 1 ? (least ? Math.min(...values) : Math.max(...values)) : NaN;

function Table({
  demand,
  tenders,
  rendered,
  choosing,
  contact,
  reload,
}: Props & { tenders: readonly Tender[]; reload: () => void }) {
  const [chosenId, setChosenId] = useState<string>();
  const chosen = tenders.find(({ id }) => id === chosenId);
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [refusal, setRefusal] = useState<string>();
  const navigate = useNavigate();
  const cheapest = best(
    tenders.map((tender) => fen(tender.offer)),
    true,
  );
  const fastest = best(
    tenders.map((tender) => tender.completionDay),
    true,
  );
  const favourite = best(
    tenders.map((tender) => tender.score),
    false,
  );

  const choose = (id: string) => {
    setChosenId(id);
    setAsking(false);
  };

  async function award(tender: Tender) {
    const { id: tenderId, offer, completionDay } = tender;
    const reply = await once(() => send(successful, { demandNid: demand.nid, tenderId, offer, completionDay }));
    if (!reply) return;
    if (!reply.ok) {
      // What was refused is most often a tender that was changed or withdrawn meanwhile: it is shown as it is now.
      setRefusal(reply.message);
      reload();
      return;
    }
    toast(`已选定${tender.nickname}，等对方接单`);
    void navigate(`/personal/order/${demand.nid}`);
  }

  const against = (offer: string) => {
    const gap = fen(demand.budget) - fen(offer);
    if (gap === 0) return '与预算持平';
    return `比预算${gap > 0 ? '低' : '高'} ${yuan(fenToYuan(Math.abs(gap)))}`;
  };

  return (
    <>
      <table>
        <thead>
          <tr>
            {choosing && (
              <th>
                <span className="sr">选择</span>
              </th>
            )}
            <th>服务商</th>
            <th className={styles.number}>报价</th>
            <th className={styles.number}>工期</th>
            <th className={styles.number}>评分</th>
            <th>说明</th>
            <th data-part="when">投标时间</th>
            <th>
              <span className="sr">联系</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tenders.map((tender) => {
            const selected = chosenId === tender.id || tender.awarded;
            return (
              <tr key={tender.id} data-selected={selected || undefined} onClick={() => choosing && choose(tender.id)}>
                {choosing && (
                  <td data-part="pick">
                    <input
                      type="radio"
                      name="tender"
                      checked={selected}
                      aria-label={`选择${tender.nickname}`}
                      onChange={() => choose(tender.id)}
                    />
                  </td>
                )}
                <td data-part="who">
                  {tender.shopId ? (
                    <Link to={`/shop/${tender.shopId}`} className={styles.shop}>
                      {tender.nickname}
                    </Link>
                  ) : (
                    <b>{tender.nickname}</b>
                  )}{' '}
                  {tender.certified ? <Certified /> : <small>未认证</small>}
                  {tender.awarded && <span className={styles.won}>已选定</span>}
                  {tender.region && <small>{tender.region}</small>}
                </td>
                <td className={styles.number} data-part="offer" data-label="报价">
                  <span className={styles.offer}>{yuan(tender.offer)}</span>
                  <small className={fen(tender.offer) === cheapest ? styles.best : undefined}>
                    {fen(tender.offer) === cheapest && '最低，'}
                    {against(tender.offer)}
                  </small>
                </td>
                <td className={styles.number} data-label="工期">
                  <b>{tender.completionDay} 天</b>
                  {tender.completionDay === fastest && <small className={styles.best}>最快</small>}
                </td>
                <td className={styles.number} data-label="评分">
                  <b>{tender.score > 0 ? tender.score.toFixed(1) : '暂无'}</b>
                  <small className={tender.score > 0 && tender.score === favourite ? styles.best : undefined}>
                    {tender.score > 0 && tender.score === favourite && '最高，'}
                    成交 {tender.deal_num} 单
                  </small>
                </td>
                <td data-part="note">{tender.note}</td>
                <td data-part="when">
                  <small>
                    <Ago at={tender.saveTime} rendered={rendered} />
                  </small>
                </td>
                <td data-part="contact">{contact(tender)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {choosing && (
        <footer>
          {chosen ? (
            <p>
              <b>
                {chosen.nickname}　{yuan(chosen.offer)}　{chosen.completionDay} 天
              </b>
              <span>选定后等对方接单（72 小时）。接单后先付首付 30%，由平台托管，验收后才放款；其余标书落选。</span>
            </p>
          ) : (
            <p>
              <span role={refusal && 'alert'}>{refusal ?? '选一份标书，再确认合作。'}</span>
            </p>
          )}
          <Button
            tone="pine"
            size="strong"
            disabled={!chosen}
            onClick={() => {
              setRefusal(undefined);
              setAsking(true);
            }}
          >
            选定这份标书
          </Button>
        </footer>
      )}
      {chosen && (
        <Confirm
          open={asking}
          title="合作成功"
          figures={[
            ['需求', demand.name],
            ['服务商', chosen.nickname],
            ['报价', yuan(chosen.offer)],
            ['工期', `${chosen.completionDay} 天`],
          ]}
          action={`选定${chosen.nickname}`}
          busy={busy}
          error={refusal}
          onConfirm={() => void award(chosen)}
          onClose={() => setAsking(false)}
        >
          <p>选定之后其余标书落选，对方 72 小时内接单。</p>
        </Confirm>
      )}
    </>
  );
}
