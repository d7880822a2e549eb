import { type ReactNode, useCallback, useState } from 'react';
import { scoreWords } from '../../../../contract/appraisal-labels.ts';
import type { CallOutput, Reply } from '../../../../contract/call.ts';
import { getOrderAppraisals, replyAppraisal, replyField } from '../../../../contract/order-work.ts';
import { reviewStatus } from '../../../../contract/statuses.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { textOf } from '../../../ui/form/draft.ts';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Gallery } from '../../../ui/gallery.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { Score } from '../../../ui/score.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast.tsx';
import { dateText, momentText } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import type { CardProps, OrderInfo } from '../wire.ts';
import { AppraisalForm } from './appraisal-form.tsx';
import { happened, isOpen } from './open-action.ts';
import own from './appraisal.module.css';
import styles from './work.module.css';

type Appraisals = CallOutput<typeof getOrderAppraisals>;
type Appraisal = NonNullable<Appraisals['mine']>;

/** What the two sides say of each other: hidden until both have written, or seven days have passed. */
export function AppraisalCard({ order, reload }: CardProps) {
  // With each change of the order there may be another.
  const load = useCallback(() => send(getOrderAppraisals, { demandNid: order.demandNid }), [order]);
  const other = order.counterpart?.nickname ?? '对方';
  const written = isOpen(order, 'appraise') || happened(order, 'appraise');
  if (!written && !happened(order, 'affirm')) return null;
  return (
    <Card id="appraisal" title={`评价${other}`}>
      {written ? (
        <LatePart load={load} skeleton={<Skeleton lines={4} />}>
          {(appraisals) => <Body order={order} appraisals={appraisals} onChange={reload} />}
        </LatePart>
      ) : (
        <p className={styles.hint}>订单完成后可以评价。双方都写完，或满 7 天，才会公开。</p>
      )}
    </Card>
  );
}

function Body({
  order,
  appraisals: { mine, theirs, theyWrote, publicAt, choices, ...shown },
  onChange,
}: {
  order: OrderInfo;
  appraisals: Appraisals;
  onChange: () => void;
}) {
  return (
    <div className={own.appraisals}>
      {!shown.public && (
        <p className={styles.hint}>
          {theyWrote ? '对方已经评价，您写完后一起公开。' : '双方都写完，或满 7 天，才会公开。'}
          {publicAt !== null && `最晚 ${momentText(publicAt)} 公开。`}
        </p>
      )}
      {isOpen(order, 'appraise') && !mine && <AppraisalForm order={order} choices={choices} onSent={onChange} />}
      {mine && (
        <Written title="您的评价" appraisal={mine} name={order.name}>
          <Review status={mine.status} reason={mine.reason} hidden={!shown.public} />
          {mine.reply && <Answer from={order.counterpart?.nickname ?? '对方'} words={mine.reply} />}
        </Written>
      )}
      {theirs && (
        <Written title="收到的评价" appraisal={theirs} name={order.name}>
          {theirs.reply && <Answer from="您" words={theirs.reply} />}
          {theirs.reply && <Review status={theirs.replyStatus} reason={theirs.replyReason} />}
          {isOpen(order, 'reply') && <ReplyForm order={order} onSent={onChange} />}
        </Written>
      )}
      {shown.public && !theirs && <p className={styles.hint}>没有收到对方的评价。</p>}
    </div>
  );
}

/** How far others may read it. */
function Review({ status, reason, hidden = false }: { status: number; reason: string; hidden?: boolean }) {
  if (status === reviewStatus.waiting) return <p className={own.review}>待审核，通过后才会公开</p>;
  if (status === reviewStatus.refused) return <p className={own.review}>审核未通过：{reason}</p>;
  return hidden ? <p className={own.review}>还没有公开</p> : null;
}

function Written({
  title,
  appraisal,
  name,
  children,
}: {
  title: string;
  appraisal: Appraisal;
  name: string;
  children: ReactNode;
}) {
  return (
    <article className={own.written} aria-label={title}>
      <h3>
        {title}
        <small>{dateText(appraisal.time)}</small>
      </h3>
      <Score value={appraisal.score} word={scoreWords[appraisal.score - 1] ?? ''} />
      {appraisal.labels.length > 0 && (
        <p className={own.labels}>
          {appraisal.labels.map((label) => (
            <Tag key={label}>{label}</Tag>
          ))}
        </p>
      )}
      <p>{appraisal.content}</p>
      <Gallery
        pictures={appraisal.pictures}
        name={`${name} 评价`}
        layout="grid"
        sizes="(max-width: 767px) 30vw, 120px"
        widest={180}
      />
      {children}
    </article>
  );
}

const Answer = ({ from, words }: { from: string; words: string }) => (
  <p className={own.answer}>
    <b>{from}回复</b>
    {words}
  </p>
);

function ReplyForm({ order, onSent }: { order: OrderInfo; onSent: () => void }) {
  const { demandNid } = order;
  const draft = useDraft(`omo.draft.reply.${demandNid}`, { content: '' });
  const content = textOf(draft.values['content']);
  const [fault, setFault] = useState<string>();
  const [busy, once] = useSending();
  async function submit() {
    const read = replyField.schema.safeParse(content);
    setFault(read.error?.issues[0]?.message);
    if (!read.success) return;
    const reply = await once<Reply<unknown>>(() => send(replyAppraisal, { demandNid, content }));
    if (!reply) return;
    if (!reply.ok) return setFault(reply.fields['content'] ?? reply.message);
    draft.discard();
    toast('已回复');
    onSent();
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Frame id="reply" label="回复这条评价" required hint="只能回复一次，所有人可见" error={fault}>
        <TextControl
          id="reply"
          value={content}
          onChange={(value) => draft.change('content', value)}
          error={fault}
          max={300}
          rows={2}
          required
        />
      </Frame>
      <Button type="submit" busy={busy}>
        提交回复
      </Button>
    </form>
  );
}
