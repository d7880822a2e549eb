import { useState } from 'react';
import type { getMyJoinLogList } from '../../contract/presale.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { BookingActions, EditBooking } from '../features/presale/booking.tsx';
import type { Join } from '../features/presale/use-join-form.ts';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { OwnCard, OwnList } from './own-list.tsx';
import styles from './presale.module.css';

export const handle = page({ name: 'presale-bookings', under: 'personal', title: '我的预售预订', ground: 'mist' });

/** Specification §9; said here so that the page brings no schema along. */
const pageSize = 6;

const load = (page: string) => send(callAt<typeof getMyJoinLogList>('/api/Presell/getMyJoinLogList'), { page });
const itemsOf = (joins: readonly Join[]) => joins;

/** One's own pre-sale bookings (feature O-10), newest first. */
export default function Bookings() {
  return (
    <OwnList
      title="我的预售预订"
      beside={<p>预订不是付款。截止前可以改数量、取消；截止后厂家按数量排产，用您留的联系方式找您。</p>}
      load={load}
      itemsOf={itemsOf}
      pageSize={pageSize}
      icon="gift"
      unit="预订"
      none={{
        text: '您还没有预订过商品',
        action: (
          <ButtonLink tone="line" to="/presale">
            看看预售热品
          </ButtonLink>
        ),
      }}
    >
      {(join, reload) => <BookingCard join={join} onChanged={reload} />}
    </OwnList>
  );
}

const tones = { open: 'pine', ended: 'plain', removed: 'warning', done: 'success', lapsed: 'warning' } as const;

function BookingCard({ join, onChanged }: { join: Join; onChanged: () => void }) {
  const [editing, setEditing] = useState(false);
  const { productId, name, thumbUrl, company, unit, price, number, total, tel } = join;
  const { state, stateName, note, endTime, addTime } = join;
  return (
    <OwnCard name={name} picture={thumbUrl} className={styles.card}>
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
          {note && (
            <div>
              <dt>结算说明</dt>
              <dd>{note}</dd>
            </div>
          )}
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
    </OwnCard>
  );
}
