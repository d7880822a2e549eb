import { type Ref, useState } from 'react';
import type { deleteJoinLog, updateJoinLog } from '../../../contract/presale.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { JoinFields } from './join-fields.tsx';
import styles from './presale.module.css';
import { type Join, useJoinForm } from './use-join-form.ts';

interface Props {
  /** begins the ids of controls */
  id: string;
  join: Join;
  /** changed, or undefined: taken back */
  onChanged: (join: Join | undefined) => void;
}

/** One's own booking: what it is, changed in place, taken back. */
export function Booking({
  id,
  join,
  fresh = false,
  heading,
  onChanged,
}: Props & { fresh?: boolean; heading?: Ref<HTMLHeadingElement> }) {
  const [editing, setEditing] = useState(false);
  const { number, unit, tel, total, company, endTime, state, note } = join;
  if (editing)
    return (
      <EditBooking
        id={id}
        join={join}
        onChanged={(changed) => {
          setEditing(false);
          onChanged(changed);
        }}
        onLeave={() => setEditing(false)}
      />
    );
  return (
    <div className={styles.booking}>
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="checkc" />
        {fresh ? `预订成功，${number} ${unit}给您留好了` : `您已预订 ${number} ${unit}`}
      </h2>
      <dl>
        <div>
          <dt>合计</dt>
          <dd className="price">{yuan(total)}</dd>
        </div>
        <div>
          <dt>联系方式</dt>
          <dd>{tel}</dd>
        </div>
      </dl>
      {state === 'open' && (
        <ol className={styles.next} aria-label="接下来">
          <li>{momentText(endTime)} 之前，数量可以改，也可以取消。现在不用付款。</li>
          <li>截止后{company}按预订数排产，用您留的联系方式和您定付款和交货。</li>
        </ol>
      )}
      {state === 'ended' && <p className={styles.hint}>预售已截止，{company}会按这个数量联系您。数量不能再改。</p>}
      {state === 'done' && (
        <p className={styles.hint}>
          预售已结算：已成交，{company}会按约定交货。{note}
        </p>
      )}
      {state === 'lapsed' && <p className={styles.hint}>预售已结算：这份预订未成交。{note}</p>}
      {state === 'removed' && <p className={styles.hint}>商品已下架，这份预订不再有效，可以取消。</p>}
      <BookingActions join={join} onEdit={() => setEditing(true)} onChanged={onChanged} />
    </div>
  );
}

/** Changes a booking: all of it until the end, then the contact alone. */
export function EditBooking({ id, join, onChanged, onLeave }: Props & { onLeave: () => void }) {
  const fixed = join.state !== 'open';
  const most = join.amount + join.number;
  const form = useJoinForm({
    initial: { number: String(join.number), tel: join.tel },
    // What others took meanwhile the server knows; nobody is stopped by what this page remembers.
    left: () => 9_999_999,
    send: (values) => send(callAt<typeof updateJoinLog>('/api/Presell/updateJoinLog'), { id: join.id, ...values }),
    onDone: (changed) => {
      toast('预订已修改');
      onChanged(changed);
    },
  });
  return (
    <section aria-label="修改预订">
      <JoinFields id={id} form={form} unit={join.unit} price={join.price} most={most} fixed={fixed} action="保存修改">
        <Button size="strong" full onClick={onLeave} disabled={form.busy}>
          不改了
        </Button>
      </JoinFields>
    </section>
  );
}

/** What can be done with a booking now. */
export function BookingActions({
  join,
  onEdit,
  onChanged,
}: {
  join: Join;
  onEdit: () => void;
  onChanged: (join: undefined) => void;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [error, setError] = useState<string>();
  const { id, name, number, unit, total, state } = join;

  async function cancel() {
    setError(undefined);
    const reply = await once(() => send(callAt<typeof deleteJoinLog>('/api/Presell/deleteJoinLog'), { id }));
    if (!reply) return;
    if (!reply.ok) return setError(reply.message);
    setAsking(false);
    toast('预订已取消');
    onChanged(undefined);
  }

  return (
    <div className={styles.acts}>
      {(state === 'open' || state === 'ended') && (
        <Button tone="line" icon="edit" onClick={onEdit}>
          {state === 'open' ? '修改预订' : '改联系方式'}
        </Button>
      )}
      {(state === 'open' || state === 'removed') && <Button onClick={() => setAsking(true)}>取消预订</Button>}
      <Confirm
        open={asking}
        title="取消预订"
        figures={[
          ['商品', name],
          ['数量', `${number} ${unit}`],
          ['合计', yuan(total)],
        ]}
        action="取消预订"
        danger
        busy={busy}
        error={error}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>取消后这些名额马上放给别人，再想要得重新预订。</p>
      </Confirm>
    </div>
  );
}
