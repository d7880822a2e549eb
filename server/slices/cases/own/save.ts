import { findCategory } from '../../../../contract/categories.ts';
import { invalid, Refusal } from '../../../../contract/errors.ts';
import { posterOf, type Stage } from '../../../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../../../contract/statuses.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { tellUser } from '../../../live/topics.ts';
import { ensureShop } from '../../shop/own.ts';
import { columnsOf, type Content, contentIn, contentOf, keepUploads, same } from '../content.ts';
import type { HeldValues } from '../tables.ts';
import { caseSubmitted } from '../events.ts';
import { ownLocked } from './policy.ts';
import { caseOfRequest, casesEver } from './queries.ts';
import { isPublic, type Kept, standingOf } from './standing.ts';

/** As many as a shop may ever open, those that were deleted among them: each keeps its pictures and films. */
const casesAtMost = 1000;

/** Which case a form is about; `version` is the state of it that the form began from. */
interface Form {
  id?: string;
  version?: number;
  requestId?: string;
}

export interface Saved {
  id: string;
  version: number;
  status: number;
  draft: number;
}

/**
 * Sends a case in for review: a new one, or a change of one of one's own. Of an approved case the approved state stays
 * public, the change waits beside it. What was taken before, and only its answer lost, is answered as then; a form that
 * has become a case already (`requestId`) and says something else now is a state conflict, never a silent change of that case.
 */
export async function saveCase(
  context: SignedInContext,
  stage: Stage,
  input: Readonly<Record<string, unknown>> & Form,
): Promise<Saved> {
  const content = contentOf(stage, input);
  const { now } = context;
  return inTransaction(context.db, async (tx) => {
    const { found, is } = await caseOf(tx, context, stage, input);
    if (is !== 'new' && unchanged(found, content)) return saved(found);
    if (is === 'past') throw changedMeanwhile(found);
    await keepUploads(tx, stage, input, { by: 'wire', now });
    const { pending } = shopCaseStatus;
    const sent = { review_status: pending, review_reason: null, draft: null, submitted_at: now, updated_at: now };
    const version = is === 'new' ? 1 : found.row.version + 1;
    tellUser(tx, context.bus, context.caller.userId, 'cases');
    const { id: caseId } = found.row;
    const submitted = { caseId, userId: context.caller.userId, cause: `${caseId}:${version}` };
    if (!isPublic(found.row)) {
      await tx
        .updateTable('cases')
        .set({ ...columnsOf(content), ...sent, taken_down: false, version })
        .where('id', '=', found.row.id)
        .execute();
      await context.outbox.emit(tx, caseSubmitted, submitted);
      return { id: found.row.id, version, status: pending, draft: 0 };
    }
    await tx.updateTable('cases').set({ version }).where('id', '=', found.row.id).execute();
    // Changed back to what is public: there is nothing to look at any more.
    if (same(content, contentIn(found.row))) {
      await tx.deleteFrom('case_revisions').where('case_id', '=', found.row.id).execute();
      return { id: found.row.id, version, status: found.row.review_status, draft: 0 };
    }
    await keepRevision(tx, found.row.id, { ...columnsOf(content), ...sent });
    await context.outbox.emit(tx, caseSubmitted, submitted);
    return { id: found.row.id, version, status: pending, draft: 0 };
  });
}

/** Keeps what a form holds, finished or not. What waited for a review does not any more; what is public stays so. */
export async function saveDraft(
  context: SignedInContext,
  stage: Stage,
  input: Form & { category: Content['category']; values: HeldValues },
): Promise<Saved> {
  const { now } = context;
  const values = known(stage, input.values);
  return inTransaction(context.db, async (tx) => {
    const { found, is } = await caseOf(tx, context, stage, input);
    const { row } = found;
    if (is !== 'new' && keptSo(found, input.category, values)) return saved(found);
    if (is === 'past') throw changedMeanwhile(found);
    await keepUploads(tx, stage, values, { by: 'key', now });
    const version = is === 'new' ? 1 : row.version + 1;
    tellUser(tx, context.bus, context.caller.userId, 'cases');
    const draft = { draft: JSON.stringify(values), updated_at: now };
    if (isPublic(row)) {
      await tx.updateTable('cases').set({ version }).where('id', '=', row.id).execute();
      const standing = columnsOf({ ...contentIn(found.revision ?? row), category: input.category });
      const last = found.revision ?? { review_status: shopCaseStatus.pending, review_reason: null, submitted_at: null };
      const { review_status, review_reason, submitted_at } = last;
      await keepRevision(tx, row.id, { ...standing, ...draft, review_status, review_reason, submitted_at });
    } else {
      await tx
        .updateTable('cases')
        .set({ ...draft, category: input.category, version })
        .where('id', '=', row.id)
        .execute();
    }
    return { id: row.id, version, status: standingOf(found).status, draft: 1 };
  });
}

/** Only what the stage's form has, so that nothing else is kept for a stranger's sake. */
function known(stage: Stage, values: HeldValues): HeldValues {
  const keys = stage.case.flatMap(({ key, widget }) => (widget.kind === 'video' ? [key, posterOf(key)] : [key]));
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

const saved = (found: Kept): Saved => {
  const { status, draft } = standingOf(found);
  return { id: found.row.id, version: found.row.version, status, draft: draft === null ? 0 : 1 };
};

/** Sent in as it stands already, and not set aside as a draft since. */
function unchanged(found: Kept, content: Content): boolean {
  const { row, draft, status } = standingOf(found);
  return draft === null && status !== shopCaseStatus.rejected && same(content, contentIn(row));
}

/** Set aside with just these values. */
function keptSo(found: Kept, category: Content['category'], values: HeldValues): boolean {
  const { row, draft } = standingOf(found);
  return draft !== null && row.category === category && same(draft, values);
}

type RevisionColumns = ReturnType<typeof columnsOf> & {
  review_status: 0 | 1 | 2;
  review_reason: string | null;
  draft: string | null;
  submitted_at: Date | null;
  updated_at: Date;
};

async function keepRevision(tx: Tx, caseId: string, columns: RevisionColumns): Promise<void> {
  await tx
    .insertInto('case_revisions')
    .values({ case_id: caseId, ...columns })
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(columns))
    .execute();
}

/**
 * The case that a form is about, locked: a `new` one, opened empty for it; one as it stood when the form began (`now`); or one
 * that was saved since, perhaps by this very form (`past`).
 */
async function caseOf(
  tx: Tx,
  context: SignedInContext,
  stage: Stage,
  form: Form & { type?: unknown; category?: unknown },
): Promise<{ found: Kept; is: 'new' | 'now' | 'past' }> {
  const { caller, now } = context;
  const { id, version, requestId } = form;
  if (id !== undefined) {
    const found = await ownLocked(tx, caller.userId, id);
    if (found.row.stage_key !== stage.key) throw invalid('id', '这个案例属于其他环节');
    if (version === undefined) throw invalid('version', '请提供案例的版本号');
    return { found, is: version === found.row.version ? 'now' : 'past' };
  }
  const shopId = await ensureShop(tx, context, caller.userId);
  const before = requestId === undefined ? undefined : await caseOfRequest(tx, shopId, requestId);
  if (before) return { found: sentFor(before, stage), is: 'past' };
  if ((await casesEver(tx, shopId)) >= casesAtMost)
    throw new Refusal('state_conflict', `一家店铺最多发布${casesAtMost}个案例，不能再新增`);
  const category = findCategory(String(form.category ?? form.type));
  if (!category) throw invalid('type', '请选择类别');
  const row = await tx
    .insertInto('cases')
    .values({
      id: newId(now),
      shop_id: shopId,
      stage_key: stage.key,
      category: category.key,
      name: '',
      pictures: [],
      request_id: requestId ?? null,
      // Nobody sees it before this transaction has said what it is.
      draft: '{}',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) return { found: { row, revision: undefined }, is: 'new' };
  // The same form, sent twice at once: the first has opened it.
  const first = requestId === undefined ? undefined : await caseOfRequest(tx, shopId, requestId);
  if (!first) throw new Refusal('state_conflict');
  return { found: sentFor(first, stage), is: 'past' };
}

function sentFor(found: Kept, stage: Stage): Kept {
  if (found.row.removed_at !== null)
    throw new Refusal('not_found', '这份表单提交过的案例已经删除。要作为新案例，请再提交一次');
  if (found.row.stage_key !== stage.key)
    throw new Refusal('state_conflict', '这份表单已经在其他环节提交过，请重新填写');
  return found;
}

const clockTime = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

const changedMeanwhile = (found: Kept) =>
  new Refusal(
    'state_conflict',
    `这个案例在 ${clockTime.format(standingOf(found).updatedAt)} 已被改过，您看到的不是最新内容`,
  );
