import type { Kysely } from 'kysely';
import { toHex } from '../../../contract/trace/bytes.ts';
import type { TraceBundle } from '../../../contract/trace/bundle.ts';
import type { Trace, TraceConsent } from '../../../contract/trace/calls.ts';
import { readNote } from '../../../contract/trace/note.ts';
import type { Opened } from '../../../contract/trace/record.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { deliveredThings } from '../orders/work/queries.ts';
import { shopsOfUsers } from '../shop/queries.ts';
import { fingerprintsOf } from '../uploads/use.ts';
import { anchorsOver } from './anchors/queries.ts';
import { lineOfCode } from './codes.ts';
import { consentsOf } from './consents.ts';
import { asked, newestCheckpoint } from './log.ts';
import { askInclusion } from './tree.ts';

type Ground = Pick<Services, 'db' | 'stages'> & { readonly settings: Pick<Services['settings'], 'anchors'> };

/**
 * What the holder of a code may see of its line: every record that the newest checkpoint covers, proven against it, with those
 * seals opened whose people agreed; the owner (`viewerId`) sees what they call the product. Prices stay sealed whoever asks. Undefined for a code that nobody issued.
 */
export async function traceOf(
  { db, stages, settings }: Ground,
  code: string,
  viewerId?: string,
): Promise<Trace | undefined> {
  const lineId = await lineOfCode(db, code);
  if (lineId === undefined) return undefined;
  const [line, orders, checkpoint, keys] = await Promise.all([
    db.selectFrom('product_lines').select(['nid', 'owner_id']).where('id', '=', lineId).executeTakeFirstOrThrow(),
    ordersOf(db, lineId),
    newestCheckpoint(db),
    db.selectFrom('trace_keys').select(['kind', 'bytes', 'used_until']).orderBy('kind').execute(),
  ]);
  const size = checkpoint?.size ?? 0;
  const rows = await recordsOf(db, lineId, size);
  const people = rows.flatMap(({ actor_id }) => actor_id ?? []);
  const providers = orders.flatMap(({ provider_id }) => provider_id ?? []);
  const agreed = await consentsOf(db, [line.owner_id, ...people, ...providers]);
  const named = providers.filter((id) => agreed(id).name);
  const telling = orders.filter(({ provider_id }) => agreed(provider_id).words);
  const last = rows.at(-1);
  const [shops, pictures, proofs, anchors] = await Promise.all([
    shopsOfUsers(db, named),
    picturesOf(
      db,
      telling.map(({ id }) => id),
    ),
    proofsOf(db, rows, size),
    last ? anchorsOver(db, last.log_index, size) : [],
  ]);
  const keysUsed = (now: boolean) =>
    keys.filter(({ used_until }) => (used_until === null) === now).map(({ kind, bytes }) => ({ kind, bytes }));

  const owner = agreed(line.owner_id);
  const bundle: TraceBundle = {
    origin: readNote(checkpoint?.note ?? '')?.checkpoint.origin ?? '',
    keys: keysUsed(true),
    olderKeys: keysUsed(false),
    checkpoint: checkpoint?.note ?? '',
    records: rows.map(({ log_index, text, opened, actor_id }, at) => ({
      index: log_index,
      text,
      path: proofs[at] ?? null,
      opened: shown(opened, agreed(actor_id), viewerId === line.owner_id ? { ...owner, product: true } : owner),
    })),
    anchors,
    witnesses: [...settings.anchors.witnesses],
  };
  return {
    code,
    line: line.nid,
    bundle,
    orders: orders
      .filter(({ nid }) => rows.some(({ demand }) => demand === nid))
      .map(({ id, nid, stage, category, provider_id }) => {
        const shop = shops.get(provider_id ?? '');
        return {
          demand: nid,
          stage,
          stageName: stages.find(({ key }) => key === stage)?.name ?? stage,
          category,
          shopId: shop?.id ?? '',
          certified: shop?.certified ?? false,
          pictures: pictures.get(id) ?? {},
        };
      }),
  };
}

/** The address of a picture of a code's line that may be shown, by its fingerprint; undefined for any other. */
export async function pictureOf(db: Kysely<DB>, code: string, fingerprint: string): Promise<string | undefined> {
  const lineId = await lineOfCode(db, code);
  if (lineId === undefined) return undefined;
  const orders = await ordersOf(db, lineId);
  const agreed = await consentsOf(
    db,
    orders.flatMap(({ provider_id }) => provider_id ?? []),
  );
  const telling = orders.filter(({ provider_id }) => agreed(provider_id).words).map(({ id }) => id);
  const pictures = await picturesOf(db, telling);
  return [...pictures.values()].flatMap((one) => one[fingerprint] ?? [])[0];
}

function ordersOf(db: Kysely<DB>, lineId: string) {
  return db
    .selectFrom('demands')
    .select(['id', 'nid', 'stage', 'category', 'provider_id'])
    .where('line_id', '=', lineId)
    .orderBy('published_at')
    .orderBy('id')
    .execute();
}

interface RecordRow {
  log_index: number;
  text: string;
  demand: string;
  opened: Record<string, Opened>;
  actor_id: string | null;
}

async function recordsOf(db: Kysely<DB>, lineId: string, size: number): Promise<RecordRow[]> {
  const rows = await db
    .selectFrom('trace_records as r')
    .innerJoin('order_history as h', 'h.id', 'r.id')
    .select(['r.log_index', 'r.text', 'r.body', 'r.opened', 'h.actor_id'])
    .where('r.line_id', '=', lineId)
    .where('r.log_index', '<', size)
    .orderBy('r.place')
    .execute();
  return rows.map(({ log_index, text, body, ...row }) => ({
    ...row,
    log_index: log_index as number,
    text: text as string,
    demand: body.demand,
  }));
}

/** Nobody but the two who agreed on it needs the price, and a name goes with the consent of whose it is. */
function shown(opened: Record<string, Opened>, own: TraceConsent, owner: TraceConsent): Record<string, Opened> {
  const may: Record<string, boolean> = { maker: own.name, words: own.words, product: owner.product };
  return Object.fromEntries(Object.entries(opened).filter(([name]) => may[name] === true));
}

/**
 * Inclusion proofs, in hexadecimal, by the number of the record: for the last of each stretch of records of one order. The
 * others are named by their followers (`TraceBundle`).
 */
async function proofsOf(db: Kysely<DB>, rows: readonly RecordRow[], size: number): Promise<Record<number, string[]>> {
  const ends = [...rows.keys()].filter((at) => rows[at]?.demand !== rows[at + 1]?.demand);
  const proofs = await Promise.all(
    ends.map(async (at) => {
      const path = await asked(db, askInclusion((rows[at] as RecordRow).log_index, size));
      return [at, path.map(toHex)] as const;
    }),
  );
  return Object.fromEntries(proofs);
}

/** Addresses of the pictures of what these orders delivered, by order and by the fingerprint that the records have of them. */
async function picturesOf(db: Kysely<DB>, demandIds: readonly string[]): Promise<Map<string, Record<string, string>>> {
  const delivered = await deliveredThings(db, demandIds);
  const reported = [...delivered].map(([demandId, { pictures }]) => [demandId, pictures] as const);
  const fingerprints = await fingerprintsOf(
    db,
    reported.flatMap(([, urls]) => urls),
  );
  return new Map(
    reported.map(([demandId, urls]) => [
      demandId,
      Object.fromEntries(urls.flatMap((url) => (fingerprints.has(url) ? [[fingerprints.get(url), url]] : []))),
    ]),
  );
}
