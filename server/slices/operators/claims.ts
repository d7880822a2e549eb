import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { type Claim, claimLasts, type ClaimKind, claimOutlasts } from '../../../contract/operator/claims.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller, SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { hasRole } from './policy.ts';
import { operatorNames } from './versions.ts';

/** Something of a queue. */
export interface Claimed {
  readonly kind: ClaimKind;
  readonly id: string;
}

interface Standing {
  operator_id: string;
  until: Date;
}

/** Admins need not wait until a colleague's claim has run out. */
const mayTakeOver = (caller: Pick<Caller, 'operatorRoles'>): boolean => hasRole(caller, ['admin']);

/**
 * Takes it, keeps it, or tells who has it; `over` takes it from a colleague, which admins may. One statement decides between two
 * who ask at once.
 */
export async function claim(context: SignedInContext, { kind, id }: Claimed, over: boolean): Promise<Claim> {
  const { db, caller, now } = context;
  const until = new Date(now.getTime() + claimLasts * 1000);
  const found = await inTransaction(db, async (tx) => {
    // Locked: whom it is taken from is who had it, and one who was quicker than this look keeps it.
    const before = over ? await standing(tx, { kind, id }).forUpdate().executeTakeFirst() : undefined;
    const others = before && before.operator_id !== caller.userId && before.until > now ? before : undefined;
    if (others && !mayTakeOver(caller)) throw await taken(tx, others);
    const { rows } = await sql<Standing>`
      insert into operator_claims as c (kind, subject_id, operator_id, taken_at, until)
      values (${kind}, ${id}, ${caller.userId}, ${now}, ${until})
      on conflict (kind, subject_id) do update set
        operator_id = excluded.operator_id,
        until = excluded.until,
        taken_at = case when c.operator_id = excluded.operator_id then c.taken_at else excluded.taken_at end
      where c.operator_id = excluded.operator_id or c.until <= ${now} or ${others !== undefined}
      returning operator_id, until`.execute(tx);
    if (others)
      await audit(tx, context, {
        action: `${kind}.taken-over`,
        subject: { kind, id },
        before: { operator: others.operator_id },
        after: { operator: caller.userId },
      });
    return rows[0] ?? (await standing(tx, { kind, id }).executeTakeFirst()) ?? { operator_id: caller.userId, until };
  });
  const names = await operatorNames(db, [found.operator_id]);
  return presentClaim(context, found, names(found.operator_id));
}

const presentClaim = ({ caller }: SignedInContext, { operator_id, until }: Standing, by: string): Claim => {
  const mine = operator_id === caller.userId;
  return { mine, by, until: seconds(until), takable: !mine && mayTakeOver(caller) };
};

const standing = (tx: Tx, { kind, id }: Claimed) =>
  tx
    .selectFrom('operator_claims')
    .select(['operator_id', 'until'])
    .where('kind', '=', kind)
    .where('subject_id', '=', id);

async function taken(tx: Tx, { operator_id }: Standing): Promise<Refusal> {
  const name = (await operatorNames(tx, [operator_id]))(operator_id);
  return new Refusal('state_conflict', `${name || '另一位同事'}正在处理这一件，没有保存您的决定`);
}

/**
 * Belongs into the transaction of every decision on something of a queue, after its row was locked: refused while a colleague has
 * it, and nobody's afterwards.
 */
export async function needClaim(
  tx: Tx,
  { caller, now }: Pick<SignedInContext, 'caller' | 'now'>,
  about: Claimed,
): Promise<void> {
  const { rows } = await sql<Standing>`
    delete from operator_claims
    where kind = ${about.kind} and subject_id = ${about.id} and (operator_id = ${caller.userId} or until <= ${now})
    returning operator_id, until`.execute(tx);
  if (rows.length > 0) return;
  const others = await standing(tx, about).executeTakeFirst();
  if (others) throw await taken(tx, others);
}

/** Gives back what one has; what a colleague has stays theirs. Of a page that is `leaving` it stays for a moment more, in which it may come back. */
export async function release(
  { db, caller, now }: SignedInContext,
  { kind, id }: Claimed,
  leaving: boolean,
): Promise<void> {
  const until = new Date(leaving ? now.getTime() + claimOutlasts * 1000 : now);
  await db
    .updateTable('operator_claims')
    .set({ until: sql<Date>`least(until, ${until}::timestamptz)` })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('operator_id', '=', caller.userId)
    .execute();
}

/** Which of these somebody has now. */
export async function claimsAmong(
  context: SignedInContext,
  kind: ClaimKind,
  ids: readonly string[],
): Promise<(Claim & { id: string })[]> {
  if (ids.length === 0) return [];
  const rows = await context.db
    .selectFrom('operator_claims')
    .select(['subject_id', 'operator_id', 'until'])
    .where('kind', '=', kind)
    .where('subject_id', 'in', ids)
    .where('until', '>', context.now)
    .execute();
  const names = await operatorNames(
    context.db,
    rows.map(({ operator_id }) => operator_id),
  );
  return rows.map((row) => ({ id: row.subject_id, ...presentClaim(context, row, names(row.operator_id)) }));
}

/** A condition of a query: no colleague has what `id` names. For who is led on to the next. */
export const freeFor = (
  kind: ClaimKind,
  id: RawBuilder<unknown>,
  { operatorId, now }: { operatorId: string; now: Date },
): RawBuilder<boolean> => sql<boolean>`
  not exists (
    select from operator_claims as taken
    where taken.kind = ${kind} and taken.subject_id = ${id}::text and taken.operator_id <> ${operatorId} and taken.until > ${now}
  )`;
