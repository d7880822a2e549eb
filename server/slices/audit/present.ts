import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../../contract/operator/audit.ts';
import type { IdPiece } from '../../../contract/operator/audit-values.ts';
import { idsIn, type KeptDeed } from '../../../contract/operator/audit-words.ts';
import { findStage } from '../../../contract/stages/index.ts';
import { seconds } from '../../../contract/wire.ts';
import { jobNamed } from '../../job-names.ts';
import { isId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { deviceOf } from '../accounts/device-words.ts';
import { publicUsers } from '../accounts/queries.ts';
import { caseShelves } from '../cases/queries.ts';
import { certificationUsers } from '../certification/queries.ts';
import { contentTitles } from '../content/queries.ts';
import { eventWords } from '../health/event-words.ts';
import { moderated } from '../moderation/things.ts';
import { demandNids } from '../orders/queries.ts';
import { titleOf as paidFor } from '../payments/present.ts';
import { paymentsByIds } from '../payments/queries.ts';
import { productsById } from '../presale/queries.ts';
import { withdrawalNumbers } from '../wallet/queries.ts';
import type { AuditEntryRow } from './tables.ts';

type Known = AuditEntry['known'][number];

/** What people write, where it is looked at one by one; cases have a page of their own. */
const writtenKinds = ['topic', 'comment', 'message'] as const;

export const keptDeed = (row: AuditEntryRow): KeptDeed => ({
  action: row.action,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  before: JSON.stringify(row.before),
  after: JSON.stringify(row.after),
});

/** Entries for whoever reads the record, with what the ids in them are called. */
export async function presentEntries(db: Kysely<DB>, rows: readonly AuditEntryRow[]): Promise<AuditEntry[]> {
  const deeds = rows.map((row) => ({ row, deed: keptDeed(row), pieces: idsIn(keptDeed(row)) }));
  const known = await knownAmong(
    db,
    deeds.flatMap(({ pieces }) => pieces),
  );
  return deeds.map(({ row, deed, pieces }) => ({
    number: Number(row.number),
    time: seconds(row.at),
    by: row.actor_name,
    byId: row.actor_id ?? '',
    ...deed,
    known: [...new Set(pieces.map(({ id }) => id))].flatMap((id) => known.get(id) ?? []),
    why: row.why,
    address: row.address,
    device: row.actor_id === null ? row.user_agent : row.user_agent && deviceOf(row.user_agent).name,
    previous: row.previous.toString('hex'),
    hash: row.hash.toString('hex'),
  }));
}

async function knownAmong(db: Kysely<DB>, pieces: readonly IdPiece[]): Promise<Map<string, Known>> {
  const own = (kind: IdPiece['kind'], nameOf: (id: string) => string) =>
    pieces.flatMap((piece) => (piece.kind === kind ? [[piece.id, nameOf(piece.id)] as const] : []));
  const of = (...kinds: readonly IdPiece['kind'][]) => [
    ...new Set(pieces.flatMap(({ id, kind }) => (kinds.includes(kind) && isId(id) ? [id] : []))),
  ];
  const [orders, withdrawals, cases, contents, products, certified, written, payments] = await Promise.all([
    demandNids(db, of('order')),
    withdrawalNumbers(db, of('withdrawal')),
    caseShelves(db, of('case')),
    contentTitles(db, of('content')),
    productsById(db, of('presale')),
    certificationUsers(db, of('certification')),
    Promise.all(writtenKinds.map((kind) => moderated[kind].things(db, of(kind)))),
    paymentsByIds(db, of('payment')),
  ]);
  const people = await publicUsers(db, [...of('user', 'operator'), ...certified.values()]);
  const nameOf = (id: string) => people.get(id)?.name ?? '';
  const names = [
    ...[...people.keys()].map((id) => [id, nameOf(id)] as const),
    ...[...certified].map(([id, userId]) => [id, nameOf(userId)] as const),
    ...[...products].map(([id, { name }]) => [id, name] as const),
    ...orders,
    ...withdrawals,
    ...contents,
    ...own('job-name', (id) => jobNamed(id).name),
    ...own('event', (id) => eventWords(id) ?? ''),
  ];
  return new Map(
    [
      ...names.map(([id, name]): Known => ({ id, name, path: null })),
      ...cases.map(({ id, name, stage_key }): Known => {
        const stage = findStage(stage_key);
        return { id, name, path: stage ? `/console/cases/${stage.number}/${id}` : null };
      }),
      ...written.flat().map(({ kind, id, title }): Known => {
        // What was said is not repeated here: of a message it was said between two.
        const name = kind === 'topic' ? title : title && `关于《${title}》`;
        return { id, name, path: `/console/moderation/${kind}/${id}` };
      }),
      ...payments.map((payment): Known => {
        const { id, nid, user_id: payer } = payment;
        return { id, name: paidFor(payment), path: nid ? `/console/orders/${nid}` : `/console/people/${payer}` };
      }),
    ].map((one) => [one.id, one]),
  );
}
