import type { Kysely } from 'kysely';
import { type DeliveredStatement, inputHash, type InputStatement } from '../../../../contract/handing-on.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { orderStatus, type OrderStatus } from '../../../../contract/statuses.ts';
import type { Services } from '../../../calls/context.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { fingerprintsOf } from '../../uploads/use.ts';
import type { OrderRow } from '../facts.ts';
import { presentDetails } from '../present.ts';
import { lockOrder, move } from '../transition.ts';
import { deliveredThings } from '../work/queries.ts';
import type { DemandInputRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;
type Ground = Pick<Services, 'outbox' | 'stages' | 'bus'>;

export interface Input {
  statement: InputStatement;
  hash: string;
  /** the orders that it comes from, in the order of the chain */
  orders: readonly OrderRow[];
}

/** What the finished stages before this place of a line deliver, as it stands now; null where there are none. */
export async function inputOf(
  db: Reader,
  stages: readonly Stage[],
  lineId: string,
  stageKey: string,
): Promise<Input | null> {
  const earlier = stages.slice(
    0,
    stages.findIndex(({ key }) => key === stageKey),
  );
  if (earlier.length === 0) return null;
  const rows = await db
    .selectFrom('demands')
    .innerJoin('product_lines', 'product_lines.id', 'demands.line_id')
    .selectAll('demands')
    .select('product_lines.nid as lineNid')
    .where('line_id', '=', lineId)
    .where('in_line', '=', true)
    .where('status', '=', orderStatus.completed)
    .where(
      'stage',
      'in',
      earlier.map(({ key }) => key),
    )
    .execute();
  const ordered = earlier.flatMap((stage) => {
    const row = rows.find((one) => one.stage === stage.key);
    return row ? [{ stage, row }] : [];
  });
  const [first] = ordered;
  if (!first) return null;
  const delivered = await deliveredThings(
    db,
    ordered.map(({ row }) => row.id),
  );
  const things = ordered.flatMap(({ row }) => {
    const { pictures = [], files = [] } = delivered.get(row.id) ?? {};
    return [...row.pictures, ...row.files, ...pictures, ...files];
  });
  const known = await fingerprintsOf(db, things);
  const hashed = (urls: readonly string[]) => urls.map((url) => known.get(url) ?? url);
  const inputs = ordered.map(({ stage, row }): DeliveredStatement => {
    const { pictures = [], files = [], notes = [] } = delivered.get(row.id) ?? {};
    const { contract } = row.proceedings;
    return {
      demand: row.nid,
      stage: stage.key,
      name: row.name,
      details: Object.fromEntries(presentDetails(row, stage).map(({ label, value }) => [label, value])),
      pictures: hashed(row.pictures),
      files: hashed(row.files),
      delivered: hashed([...pictures, ...files]).toSorted(),
      notes: notes.map(({ content }) => content).toReversed(),
      contract: contract?.confirmed.owner && contract.confirmed.provider ? contract.hash : '',
    };
  });
  const statement: InputStatement = { version: 1, line: first.row.lineNid, inputs };
  return { statement, hash: await inputHash(statement), orders: ordered.map(({ row }) => row) };
}

/** Says what a demand was written for; once more when its owner takes a change on. */
export async function pinInput(tx: Tx, demandId: string, { statement, hash }: Input, now: Date): Promise<void> {
  const pin = { hash, statement: JSON.stringify(statement), pinned_at: now };
  await tx
    .insertInto('demand_inputs')
    .values({ demand_id: demandId, ...pin })
    .onConflict((conflict) => conflict.column('demand_id').doUpdateSet(pin))
    .execute();
}

export function pinnedInput(db: Reader, demandId: string): Promise<DemandInputRow | undefined> {
  return db.selectFrom('demand_inputs').selectAll().where('demand_id', '=', demandId).executeTakeFirst();
}

/** What still goes by its input: from finishing on the work is done, whatever comes. */
const open: readonly OrderStatus[] = [orderStatus.tendering, orderStatus.awarded, orderStatus.working];

/**
 * Marks 输入已变 on every open demand further down the line whose pinned input is no longer what the stages before deliver.
 * `actorId`: whoever changed it. Gives how many were marked. A dispute keeps nobody from knowing: its sides weigh what they agree on.
 */
export async function markFollowers(
  tx: Tx,
  ground: Ground,
  { line_id, stage }: Pick<OrderRow, 'line_id' | 'stage'>,
  actorId: string | null,
  now: Date,
): Promise<number> {
  const { stages } = ground;
  const later = stages.slice(stages.findIndex(({ key }) => key === stage) + 1).map(({ key }) => key);
  if (later.length === 0) return 0;
  const rows = await tx
    .selectFrom('demands')
    .select(['id', 'nid', 'line_id', 'stage'])
    .where('line_id', '=', line_id)
    .where('in_line', '=', true)
    .where('status', 'in', open)
    .where('stage', 'in', later)
    .execute();
  let marked = 0;
  for (const row of rows) if (await markIfChanged(tx, ground, row, actorId, now)) marked += 1;
  return marked;
}

/** The same of one demand: also when a draft is published that was written for what has changed since. */
export async function markIfChanged(
  tx: Tx,
  ground: Ground,
  row: Pick<OrderRow, 'id' | 'nid' | 'line_id' | 'stage'>,
  actorId: string | null,
  now: Date,
): Promise<boolean> {
  const pin = await pinnedInput(tx, row.id);
  const current = pin && (await inputOf(tx, ground.stages, row.line_id, row.stage));
  if (!current || current.hash === pin.hash) return false;
  const order = await lockOrder(tx, ground, row.nid, now);
  if (!open.includes(order.facts.status)) return false;
  await move(tx, ground, order, { action: 'inputChanged', actor: 'earlierProvider', actorId, now });
  return true;
}
