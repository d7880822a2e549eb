import { randomBytes } from 'node:crypto';
import { joined, toHex } from '../../../contract/trace/bytes.ts';
import { type Opened, saltBytes, sealOf } from '../../../contract/trace/record.ts';
import type { Actor } from '../../../contract/process/facts.ts';
import type { Action } from '../../../contract/process/row.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { seconds } from '../../../contract/wire.ts';
import { along } from '../../db/statements.ts';
import type { Tx } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { shopNameOf } from '../shop/queries.ts';
import { fingerprintsOf } from '../uploads/use.ts';
import type { RecordBody } from './tables.ts';

/** A step of the order process that leaves a record. */
export interface Traced {
  /** row of order_history */
  historyId: string;
  lineId: string;
  /** number of the demand */
  nid: string;
  stage: string;
  /** what is made, as its owner calls it */
  product: string;
  action: Action;
  actor: Actor;
  actorId: string | null;
  now: Date;
  percent?: number | undefined;
  /** fen; of what was agreed */
  amountFen?: number | undefined;
  /** what was said with it: sealed, as names are */
  words?: string | undefined;
  /** addresses of pictures that came with it */
  pictures?: readonly string[] | undefined;
  /** SHA-256 (hex) of a contract */
  contract?: string | undefined;
}

/**
 * Writes what happened, in the transaction in which it happens; it is taken into the log within the minute. Names and the price
 * are kept beside it with the salt that opens their seals: the log itself never holds them.
 */
export async function writeTrace(tx: Tx, step: Traced): Promise<void> {
  const values: Record<string, string> = { product: step.product };
  const maker = step.actorId === null ? undefined : await nameOf(tx, step.actorId, step.actor);
  if (maker !== undefined) values['maker'] = maker;
  if (step.words) values['words'] = step.words;
  if (step.amountFen !== undefined) values['price'] = fenToYuan(step.amountFen);
  const opened: Record<string, Opened> = {};
  const sealed: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const salt = joined([randomBytes(saltBytes)]);
    opened[name] = { value, salt: toHex(salt) };
    sealed[name] = toHex(await sealOf(salt, value));
  }
  const pictures = step.pictures ?? [];
  const known = await fingerprintsOf(tx, pictures);
  const files = [...pictures.flatMap((url) => known.get(url) ?? []), ...(step.contract ? [step.contract] : [])];
  const body: RecordBody = {
    demand: step.nid,
    stage: step.stage,
    event: step.action,
    by: step.actor,
    at: seconds(step.now),
    ...(step.percent === undefined ? {} : { percent: step.percent }),
    files,
    sealed,
  };
  const row = { id: step.historyId, line_id: step.lineId, body: JSON.stringify(body), opened: JSON.stringify(opened) };
  await along(tx, tx.insertInto('trace_records').values(row));
}

/** Providers go by the name of their shop, everyone else by the name that the portal shows of them. */
async function nameOf(tx: Tx, userId: string, actor: Actor): Promise<string | undefined> {
  if (actor !== 'owner') {
    const shop = await shopNameOf(tx, userId);
    if (shop !== undefined) return shop;
  }
  return (await publicUsers(tx, [userId])).get(userId)?.name;
}
