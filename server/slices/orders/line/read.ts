import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { Refusal } from '../../../../contract/errors.ts';
import { fenToYuan } from '../../../../contract/fields.ts';
import { prefillFromLine, type Told } from '../../../../contract/follow-on.ts';
import { chainRefusal } from '../../../../contract/process/chain.ts';
import type { OrderFacts } from '../../../../contract/process/facts.ts';
import { splitAmount } from '../../../../contract/process/money.ts';
import type { getProductLine } from '../../../../contract/product-line.ts';
import { deliveredFilesKey, deliveredKey, type Stage } from '../../../../contract/stages/stage.ts';
import { orderStatus, paymentStatus } from '../../../../contract/statuses.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import type { DB } from '../../../db/schema.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { shopIdsOf } from '../../shop/queries.ts';
import { fingerprintsOf } from '../../uploads/use.ts';
import { settleDue } from '../clock.ts';
import { factsFrom, type OrderRow } from '../facts.ts';
import { presentDetails, presentSummary } from '../present.ts';
import { dueOf } from '../queries.ts';
import { type Delivered, deliveredThings } from '../work/queries.ts';

type Line = z.input<typeof getProductLine.output>;
type LineStage = Line['stages'][number];

/** A product line for its owner: nobody else is told that there is one. What the clock owes its orders happens first. */
export async function productLine(context: SignedInContext, nid: string): Promise<Line> {
  const { db, caller, now, stages } = context;
  const line = await db
    .selectFrom('product_lines')
    .selectAll()
    .where('nid', '=', nid)
    .where('owner_id', '=', caller.userId)
    .executeTakeFirst();
  if (!line) throw new Refusal('not_found', '没有找到这条产品线');
  await settleDue(context, await dueOf(db, caller.userId, now), now);
  const rows = await db
    .selectFrom('demands')
    .selectAll()
    .where('line_id', '=', line.id)
    .where('in_line', '=', true)
    .execute();
  const rowOf = (stage: Stage) => rows.find((row) => row.stage === stage.key);
  const statuses = stages.map((stage) => rowOf(stage)?.status ?? null);
  const parties = rows.flatMap(({ owner_id, provider_id }) => [owner_id, ...(provider_id ? [provider_id] : [])]);
  const [delivered, records, code, people, shops] = await Promise.all([
    deliveredThings(
      db,
      rows.map(({ id }) => id),
    ),
    recordsOf(db, line.id),
    db.selectFrom('trace_codes').select('code').where('line_id', '=', line.id).executeTakeFirst(),
    publicUsers(db, parties),
    shopIdsOf(db, parties),
  ]);
  const hashes = await fingerprintsOf(
    db,
    [...delivered.values()].flatMap(({ pictures, files }) => [...pictures, ...files]),
  );
  // What is shown again in a later report is delivered once.
  const things = (urls: readonly string[]) => [...new Set(urls)].map((url) => ({ url, hash: hashes.get(url) ?? '' }));
  const opens = stages.findIndex(
    (_, index) => index > 0 && statuses[index - 1] === orderStatus.completed && chainRefusal(statuses, index) === null,
  );

  const latest = stages.toReversed().flatMap((stage) => rowOf(stage) ?? [])[0];
  return {
    name: line.name,
    productLineNid: line.nid,
    type: latest?.category ?? '',
    time: seconds(line.created_at),
    records: [...records.values()].reduce((sum, count) => sum + count, 0),
    code: code?.code ?? '',
    opens: stages[opens]?.key ?? '',
    stages: stages.map((stage, index): LineStage => {
      const row = rowOf(stage);
      const needs = index === opens ? needsOf(stage, stages.slice(0, index), rowOf, delivered) : [];
      const { key, name } = stage;
      if (!row)
        return { stage: key, name, order: null, details: [], delivered: null, retention: null, needs, records: 0 };
      const facts = factsFrom(row, statuses, stages);
      const shown = delivered.get(row.id);
      const seen = { row, facts, stage, actor: 'owner', people, shops, lineNid: line.nid, now } as const;
      return {
        stage: key,
        name,
        order: presentSummary(seen),
        details: presentDetails(row, stage),
        delivered: shown
          ? {
              pictures: things(shown.pictures),
              files: things(shown.files),
              contract: contractOf(facts),
              again: shown.notes.length,
            }
          : null,
        retention: retentionOf(facts),
        needs,
        records: records.get(row.nid) ?? 0,
      };
    }),
  };
}

const contractOf = ({ contract }: OrderFacts): string =>
  contract?.confirmed.owner && contract.confirmed.provider ? contract.hash : '';

/** The last instalment from acceptance on. */
function retentionOf(facts: OrderFacts): LineStage['retention'] {
  const { final } = facts.payments;
  const { affirmed, completed } = orderStatus;
  if ((facts.status !== affirmed && facts.status !== completed) || final < paymentStatus.held) return null;
  const held = final === paymentStatus.held;
  const disputed = held && facts.dispute !== null;
  const state = disputed ? 'disputed' : held ? 'held' : final === paymentStatus.released ? 'released' : 'divided';
  const until = held && !disputed ? facts.retentionUntil : null;
  return {
    amount: fenToYuan(splitAmount(facts.amountFen).final),
    state,
    until: until === null ? null : Math.floor(until / 1000),
  };
}

/** What the form of a stage asks for, and whether the finished stages before it say it (`fromBefore` of the catalogue). */
function needsOf(
  stage: Stage,
  earlier: readonly Stage[],
  rowOf: (stage: Stage) => OrderRow | undefined,
  delivered: ReadonlyMap<string, Delivered>,
): LineStage['needs'] {
  const told = earlier.toReversed().flatMap((one): Told[] => {
    const row = rowOf(one);
    if (row?.status !== orderStatus.completed) return [];
    const { name, description, pictures, files, details } = row;
    const shown = delivered.get(row.id);
    const things = { [deliveredKey]: shown?.pictures ?? [], [deliveredFilesKey]: shown?.files ?? [] };
    return [{ stage: one, demandNid: row.nid, values: { ...details, name, description, pictures, files, ...things } }];
  });
  const given = new Set(prefillFromLine(stage, told).map(({ key }) => key));
  return stage.demand
    .filter(({ key, required }) => required || given.has(key))
    .map(({ key, label }) => ({ label, given: given.has(key) }));
}

/** Records in the trace log, those included that are taken into it within the minute, by number of the order. */
async function recordsOf(db: Kysely<DB>, lineId: string): Promise<Map<string, number>> {
  const rows = await db.selectFrom('trace_records').select('body').where('line_id', '=', lineId).execute();
  const counts = new Map<string, number>();
  for (const { body } of rows) counts.set(body.demand, (counts.get(body.demand) ?? 0) + 1);
  return counts;
}
