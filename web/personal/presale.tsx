import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { getMyJoinLogList } from '../../contract/presale.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { BookingActions, EditBooking } from '../features/presale/booking.tsx';
import type { Join } from '../features/presale/use-join-form.ts';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import styles from './presale.module.css';

export const handle = page({ name: 'presale-bookings', under: 'personal', title: '我的预售预订', ground: 'mist' });

/** Specification §9; said here so that the page brings no schema along. */
const pageSize = 6;

/** One's own pre-sale bookings (feature O-10), newest first. */
export default function Bookings() {
  const [query] = useSearchParams();
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const reply = await send(callAt<typeof getMyJoinLogList>('/api/Presell/getMyJoinLogList'), { page: number });
    // Kept together: the pager speaks of the whole list.
    return reply.ok
      ? { ...reply, data: { joins: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [number]);
  return (
    <>
      <header className={styles.head}>
        <h1>我的预售预订</h1>
        <p>预订不是付款。截止前可以改数量、取消；截止后厂家按数量排产，用您留的联系方式找您。</p>
      </header>
      <LatePart
        load={load}
        skeleton={
          <Loading count={3}>
            <Skeleton height="1.6rem" />
          </Loading>
        }
      >
        {({ joins, count, ...position }, reload) =>
          joins.length === 0 ? (
            <div className={styles.blank}>
              <Empty
                icon="gift"
                text={count > 0 ? '这一页没有预订了' : '您还没有预订过商品'}
                action={
                  <ButtonLink tone="line" to={count > 0 ? '/personal/presale' : '/presale'}>
                    {count > 0 ? '回到第一页' : '看看预售热品'}
                  </ButtonLink>
                }
              />
            </div>
          ) : (
            <>
              <ul>
                {joins.map((join) => (
                  <li key={join.id}>
                    <BookingCard join={join} onChanged={reload} />
                  </li>
                ))}
              </ul>
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}

const tones = { open: 'pine', ended: 'plain', removed: 'warning' } as const;

function BookingCard({ join, onChanged }: { join: Join; onChanged: () => void }) {
  const [editing, setEditing] = useState(false);
  const { productId, name, thumbUrl, company, unit, price, number, total, tel, state, stateName, endTime, addTime } =
    join;
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.picture}>
        <Picture src={thumbUrl} alt="" sizes="(max-width: 767px) 24vw, 160px" widest={160} />
      </div>
      <div className={styles.what}>
        <h2>
          {state === 'removed' ? name : <Link to={`/presale/${productId}`}>{name}</Link>}{' '}
          <Tag tone={tones[state]}>{stateName}</Tag>
        </h2>
        <dl>
          <div>
            <dt>数量</dt>
            <dd>
              {number} {unit}，每{unit} {yuan(price)}
            </dd>
          </div>
          <div>
            <dt>联系方式</dt>
            <dd>{tel}</dd>
          </div>
          <div>
            <dt>生产</dt>
            <dd>{company}</dd>
          </div>
          <div>
            <dt>{state === 'open' ? '截止' : '预订于'}</dt>
            <dd>{momentText(state === 'open' ? endTime : addTime)}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.end}>
        <p>
          <b className="price">{yuan(total)}</b>
          <span>合计</span>
        </p>
        <BookingActions join={join} onEdit={() => setEditing(true)} onChanged={onChanged} />
      </div>
      <Dialog open={editing} title={`修改预订：${name}`} onClose={() => setEditing(false)}>
        {editing && (
          <EditBooking
            id="edit"
            join={join}
            onChanged={() => {
              setEditing(false);
              onChanged();
            }}
            onLeave={() => setEditing(false)}
          />
        )}
      </Dialog>
    </article>
  );
}
