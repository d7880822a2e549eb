import { categories } from '../../../contract/categories.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { CallParsed } from '../../../contract/call.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import { type publishTopic, topicsTag, topicTag } from '../../../contract/topics.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { decided, type Decision } from '../reactions/decide.ts';
import { nextReview } from '../reactions/review.ts';
import { markUsed } from '../uploads/use.ts';
import { topicChanged } from './events.ts';
import { listed } from './lists.ts';
import type { TopicRow } from './tables.ts';

type Input = CallParsed<typeof publishTopic>;
type Words = Pick<TopicRow, 'category' | 'title' | 'content' | 'pictures'>;

/** Where a topic stands, as far as the tabs go by it. */
type Standing = Partial<Words> &
  Partial<Pick<TopicRow, 'review_status' | 'review_reason' | 'removed_at' | 'updated_at'>>;

const isShown = (row: Pick<TopicRow, 'review_status' | 'removed_at'>) =>
  row.review_status === reviewStatus.shown && !row.removed_at;

/**
 * Publishes a topic, or changes the one of one's own that `id` or the form's own number name: one form, one topic, however
 * often it is sent. What the word list stops is its author's alone until an operator lets it through.
 */
export async function savePublished(context: SignedInContext, input: Input): Promise<TopicRow> {
  const { db, now, caller, moderation } = context;
  const category = categories.find(({ topicType }) => String(topicType) === input.topicType)?.key ?? 'maternal';
  const words = { category, title: input.titel, content: input.content, pictures: input.files };
  const { clean } = await moderation.check([words.title, words.content]);
  return inTransaction(db, async (tx) => {
    const before = await sentBefore(tx, caller.userId, input);
    const review_status = nextReview(before?.review_status ?? null, { act: 'write', clean }) ?? reviewStatus.waiting;
    if (before && sameWords(before, words)) return before;
    await markUsed(tx, words.pictures, { kind: 'image', now, field: 'files' });
    if (before) return stand(tx, context, before, { ...words, review_status, review_reason: null, updated_at: now });
    const fresh = { id: newId(now), user_id: caller.userId, ...words, created_at: now, updated_at: now };
    const row = await tx
      .insertInto('topics')
      // Hidden until it has a place, a moment later in this transaction.
      .values({ ...fresh, review_status: reviewStatus.waiting, request_id: input.requestId || null })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    // The same form, sent twice at once: the first has published it.
    if (!row) return (await sentBefore(tx, caller.userId, input)) ?? conflict();
    return stand(tx, context, row, { review_status });
  });
}

const conflict = (): never => {
  throw new Refusal('state_conflict');
};

/** The topic that this form became, or that it is to change; locked. */
async function sentBefore(tx: Tx, userId: string, { id, requestId }: Input): Promise<TopicRow | undefined> {
  if (!id && !requestId) return undefined;
  const row = await tx
    .selectFrom('topics')
    .selectAll()
    .$if(Boolean(id), (query) => query.where('id', '=', id as string))
    .$if(!id, (query) => query.where('user_id', '=', userId).where('request_id', '=', requestId as string))
    .forUpdate()
    .executeTakeFirst();
  if (!row && !id) return undefined;
  if (!row || row.removed_at) throw new Refusal('not_found', '话题不存在或已被删除');
  if (row.user_id !== userId) throw new Refusal('not_allowed', '只能修改自己的话题');
  return row;
}

const sameWords = (row: TopicRow, words: Words) =>
  row.category === words.category &&
  row.title === words.title &&
  row.content === words.content &&
  row.pictures.join() === words.pictures.join();

/** Deletes a topic of one's own: nobody finds it any more. */
export async function removeTopic(context: SignedInContext, id: string): Promise<void> {
  const { db, now, caller } = context;
  await inTransaction(db, async (tx) => {
    const row = await tx.selectFrom('topics').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || row.removed_at) throw new Refusal('not_found', '话题不存在或已被删除');
    if (row.user_id !== caller.userId) throw new Refusal('not_allowed', '只能删除自己的话题');
    await stand(tx, context, row, { removed_at: now });
  });
}

/** Lets a topic through, refuses it with a reason, or takes a shown one down. */
export async function decideTopic(services: Services, id: string, decision: Decision): Promise<void> {
  await inTransaction(services.db, (tx) => decideTopicIn(tx, services, id, decision));
}

/** The same in the caller's transaction. */
export async function decideTopicIn(tx: Tx, services: Services, id: string, decision: Decision): Promise<void> {
  const row = await tx.selectFrom('topics').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.removed_at) throw new Refusal('not_found', '话题不存在或已被删除');
  await stand(tx, services, row, decided(row, decision));
}

/** The one place that shows, changes or hides a topic: its tabs, those who keep something of it, and pages follow. */
async function stand(
  tx: Tx,
  { outbox, bus }: Pick<Services, 'outbox' | 'bus'>,
  row: TopicRow,
  change: Standing,
): Promise<TopicRow> {
  const after = { ...row, ...change };
  const [was, is] = [isShown(row), isShown(after)];
  if (was && (!is || row.category !== after.category)) await listed(tx, [row], -1);
  if (is && (!was || row.category !== after.category)) {
    const [place] = await listed(tx, [after], 1);
    after.list_seq = place ?? null;
  }
  const written = await tx
    .updateTable('topics')
    .set({ ...change, list_seq: after.list_seq })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (was || is) {
    await outbox.emit(tx, topicChanged, { topicId: row.id });
    onCommit(tx, () => bus.publish({ tags: [topicTag(row.id), topicsTag] }));
  }
  return written;
}
