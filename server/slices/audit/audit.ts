import { sql } from 'kysely';
import type { AuditKind } from '../../../contract/operator/audit-kinds.ts';
import type { AuditAction, AuditFieldOf } from '../../../contract/operator/audit-names.ts';
import type { AuditValue } from '../../../contract/operator/audit-values.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { entryHash } from './chain.ts';
import type { AuditState } from './tables.ts';

/** Of an action, what it is about was like, by the fields that have a name. */
export type DeedState<A extends AuditAction> = Readonly<Partial<Record<AuditFieldOf<A>, AuditValue>>>;

/** What the table of names (`contract/operator/audit-names.ts`) has no word for cannot be noted. */
export interface Deed<A extends AuditAction = AuditAction> {
  readonly action: A;
  readonly subject: { readonly kind: AuditKind; readonly id: string };
  readonly before: DeedState<A>;
  readonly after: DeedState<A>;
  /** the operator's own words */
  readonly why?: string;
}

/** Who does something, from where and when; a call's context is one. */
export type Doing = Pick<SignedInContext, 'now' | 'address' | 'userAgent'> & {
  readonly caller: Pick<SignedInContext['caller'], 'userId'>;
};

/** Notes an operator's deed with its cause, in one transaction. Call it last: others wait from here to the commit. */
export async function audit<A extends AuditAction>(tx: Tx, { caller, ...doing }: Doing, deed: Deed<A>): Promise<void> {
  await add(tx, { ...doing, actorId: caller.userId, actorName: await nameOf(tx, caller.userId) }, deed);
}

/** Notes what was done on the command line, by the account of the machine that is named. */
export async function auditCommand<A extends AuditAction>(
  tx: Tx,
  account: string,
  now: Date,
  deed: Deed<A>,
): Promise<void> {
  await add(tx, { now, address: '', userAgent: '命令行', actorId: null, actorName: `命令行 ${account}` }, deed);
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('operators as o', 'o.id', 'u.id')
    .select(['u.nick_name', 'o.name'])
    .where('u.id', '=', id)
    .executeTakeFirst();
  return [row?.nick_name ?? '', row?.name ? `（${row.name}）` : ''].join('');
}

interface Who {
  readonly now: Date;
  readonly address: string;
  readonly userAgent: string;
  readonly actorId: string | null;
  readonly actorName: string;
}

/** As the table keeps it, so that the hash is over nothing else: a field that is not told is not there. */
const told = (state: DeedState<AuditAction>): AuditState =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

/** The one place that adds to the record: each entry carries the hash of the one before. */
async function add(
  tx: Tx,
  who: Who,
  {
    action,
    subject,
    before,
    after,
    why = '',
  }: Pick<Deed, 'action' | 'subject' | 'why'> & {
    before: DeedState<AuditAction>;
    after: DeedState<AuditAction>;
  },
): Promise<void> {
  const head = await tx.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow();
  const entry = {
    number: Number(head.number) + 1,
    id: newId(who.now),
    at: who.now,
    actor_id: who.actorId,
    actor_name: who.actorName,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    before: told(before),
    after: told(after),
    why,
    address: who.address,
    user_agent: who.userAgent.slice(0, 300),
  };
  const hash = entryHash(head.hash, entry);
  const number = String(entry.number);
  await tx
    .insertInto('audit_entries')
    .values({
      ...entry,
      number,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
      previous: head.hash,
      hash,
    })
    .execute();
  await tx.updateTable('audit_head').set({ number, hash }).execute();
}

/** Milliseconds in which looking at the same again is the same look: a page that lies open asks again and again. */
const lookingLasts = 3_600_000;

/** Notes that an operator looks at what is not public, before it is shown. `state` is what it is like now. */
export async function auditLook<A extends AuditAction>(
  tx: Tx,
  doing: Doing,
  { state, ...deed }: Omit<Deed<A>, 'before' | 'after'> & { readonly state: DeedState<A> },
): Promise<void> {
  const whole = { ...deed, before: state, after: state };
  if (!(await doneLately(tx, doing, whole, lookingLasts))) await audit(tx, doing, whole);
}

/** Whether the same person has done the same to the same thing as it stands, within so many milliseconds. */
async function doneLately<A extends AuditAction>(
  tx: Tx,
  { caller, now }: Doing,
  deed: Deed<A>,
  within: number,
): Promise<boolean> {
  const { action, subject, after } = deed;
  const found = await tx
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('actor_id', '=', caller.userId)
    .where('action', '=', action)
    .where('at', '>', new Date(now.getTime() - within))
    .where(sql<boolean>`after = ${JSON.stringify(after)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
