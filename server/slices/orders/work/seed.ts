import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { appraisalLabels } from '../../../../contract/appraisal-labels.ts';
import type { Action } from '../../../../contract/process/row.ts';
import { orderStatus } from '../../../../contract/statuses.ts';
import type { Services } from '../../../calls/context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { fileMimes } from '../../uploads/documents.ts';
import type { OrderRow } from '../facts.ts';
import type { PastStep } from '../seed.ts';
import { contractKey } from './contract-file.ts';
import { termsOf } from './contract-terms-of.ts';
import { makeContracts } from './make-contract.ts';
import type { OrderDiaryRow } from './tables.ts';

const day = 86_400_000;

/** Stands for a contract's hash until there is its file. */
const placeholder = createHash('sha256').update('a contract to come').digest('hex');

const ends: readonly Action[] = ['releaseRetention', 'complete', 'cancel', 'decline', 'expire'];

/**
 * What people did beside the steps that a past names: both sides confirm a contract before the first payment, progress is
 * told in words and pictures, and they judge each other some days after a completion that is long ago.
 */
export function withManners(plain: readonly PastStep[], now: Date, pictures: readonly string[]): PastStep[] {
  const steps = plain.map((step) => (step.action === 'report' ? { ...step, ...toldOf(step, pictures) } : step));
  const accepted = steps.findIndex(({ action }) => action === 'accept');
  const [before, after] = [steps[accepted], steps[accepted + 1]];
  const between = (part: number) =>
    new Date(before!.at.getTime() + (after!.at.getTime() - before!.at.getTime()) * part);
  const input = { hash: placeholder };
  // Of what has ended nobody needs the file, which takes half a second to draw.
  const signs = !ends.includes(steps.at(-1)?.action ?? 'cancel');
  const signed: PastStep[] =
    before && after && signs
      ? [
          { action: 'uploadContract', by: 'provider', at: between(0.3), input },
          { action: 'confirmContract', by: 'owner', at: between(0.6), input },
        ]
      : [];
  const last = steps.at(-1);
  const over = last?.action === 'releaseRetention' && now.getTime() - last.at.getTime() > 25 * day;
  const later = (days: number) => new Date((last?.at.getTime() ?? 0) + days * day);
  const judged: PastStep[] = over
    ? [
        { action: 'appraise', by: 'owner', at: later(1.2) },
        { action: 'appraise', by: 'provider', at: later(2.1) },
      ]
    : [];
  return [...steps.slice(0, accepted + 1), ...signed, ...steps.slice(accepted + 1), ...judged];
}

const reported = [
  [50, '图纸和材料核对完毕，已经开工，首件正在做，尺寸逐一量过。'],
  [99, '主要部分完成，接合处都试装过，细节见附图。接下来收尾和打磨。'],
  [100, '全部完成，逐件自检合格，已按约定打包，等您验收。'],
] as const;

function toldOf({ input, words }: PastStep, pictures: readonly string[]): Pick<PastStep, 'words' | 'pictures'> {
  const percent = input?.percent ?? 0;
  return {
    words: words ?? reported.find(([below]) => percent <= below)?.[1] ?? '',
    pictures: pictures.slice(0, percent > 50 ? 3 : 1),
  };
}

/** The diary of a past order, from its steps. */
export async function seedDiary(tx: Tx, row: OrderRow, steps: readonly PastStep[]): Promise<void> {
  const provider = row.provider_id;
  if (provider === null) return;
  let percent = 0;
  const kinds: readonly string[] = ['report', 'finish', 'sendBack', 'affirm'];
  const entries = steps.flatMap(({ action, at, input, words, pictures }) => {
    if (!kinds.includes(action)) return [];
    percent = input?.percent ?? percent;
    const side = action === 'report' || action === 'finish' ? ('provider' as const) : ('owner' as const);
    return {
      id: uuid(),
      demand_id: row.id,
      kind: action as OrderDiaryRow['kind'],
      percent: side === 'provider' ? percent : null,
      content: input?.reason ?? words ?? '',
      pictures: JSON.stringify(pictures ?? []),
      side,
      author_id: side === 'owner' ? row.owner_id : provider,
      created_at: at,
      request_id: null,
    };
  });
  if (entries.length > 0) await tx.insertInto('order_diary').values(entries).execute();
}

const praise = [
  [5, '尺寸量过都对，接缝看不出来，打包也仔细。下一批还找他们。'],
  [5, '比约定早两天到，中间改过一次图也没有加价，沟通很省心。'],
  [4, '做工扎实，有一处小瑕疵当天就补好了。'],
  [5, '照片发得勤，每一步都看得见，到货和样件一样。'],
] as const;
const thanks = [
  [5, '需求写得清楚，图纸齐，付款和验收都及时。'],
  [5, '意见一次说完，改起来顺手，合作愉快。'],
] as const;

/**
 * What the two sides of a past order said of each other, if the process was told that they did. The shops' figures of
 * the demo data hold them already.
 */
export async function seedAppraisals(tx: Tx, row: OrderRow, steps: readonly PastStep[]): Promise<void> {
  const written = steps.filter(({ action }) => action === 'appraise');
  if (written.length === 0 || row.provider_id === null) return;
  const publicAt = written.at(-1)?.at ?? null;
  // One of a few, as it falls.
  const turn = [...row.nid].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  for (const { by, at } of written) {
    const side = by === 'owner' ? ('owner' as const) : ('provider' as const);
    const said = side === 'owner' ? praise : thanks;
    const [score, content] = said[turn % said.length] ?? said[0];
    const kind = appraisalLabels[side].filter(({ praises }) => praises).map(({ name }) => name);
    const labels = [kind[turn % kind.length], kind[(turn + 3) % kind.length]];
    await tx
      .insertInto('order_appraisals')
      .values({
        id: uuid(),
        demand_id: row.id,
        side,
        author_id: side === 'owner' ? row.owner_id : row.provider_id,
        subject_id: side === 'owner' ? row.provider_id : row.owner_id,
        case_id: row.case_id,
        score,
        labels: JSON.stringify(labels),
        content,
        created_at: at,
        public_at: publicAt,
        counted_at: side === 'owner' ? publicAt : null,
      })
      .execute();
  }
  await tx
    .insertInto('shop_deals')
    .values({ demand_id: row.id, provider_id: row.provider_id, counted_at: publicAt ?? row.updated_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const { working, delivered, affirmed, completed } = orderStatus;
const read: readonly number[] = [working, delivered, affirmed, completed];

/**
 * The files of past orders' contracts, where somebody may still want to read them. Called once for all: a thread that draws
 * one costs half a second, and next to nothing for each further one.
 */
export async function seedContracts(
  services: Pick<Services, 'db' | 'secret' | 'stages' | 'storage'>,
  orders: readonly OrderRow[],
): Promise<void> {
  const signed = orders.filter(
    ({ proceedings, provider_id, status }) => proceedings.contract && provider_id !== null && read.includes(status),
  );
  const terms = await Promise.all(signed.map((row) => termsOf(services, row)));
  const drawn = await makeContracts(terms);
  for (const [index, row] of signed.entries()) await keepContract(services, row, drawn[index] as Buffer);
}

async function keepContract(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  row: OrderRow,
  bytes: Buffer,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const name = `合同_${row.nid}.pdf`;
  await storage.put(contractKey({ demandId: row.id, hash, name }), bytes, fileMimes['.pdf'] as string);
  await inTransaction(db, async (tx) => {
    const proceedings = sql<string>`jsonb_set(proceedings, '{contract,hash}', to_jsonb(${hash}::text))`;
    await tx.updateTable('demands').set({ proceedings }).where('id', '=', row.id).execute();
    const uploaded = await tx
      .selectFrom('order_history')
      .select('at')
      .where('demand_id', '=', row.id)
      .where('action', '=', 'uploadContract')
      .executeTakeFirst();
    await tx
      .insertInto('order_contracts')
      .values({
        id: uuid(),
        demand_id: row.id,
        hash,
        name,
        bytes: bytes.length,
        source: 'generated',
        side: 'provider',
        author_id: row.provider_id as string,
        created_at: uploaded?.at ?? row.created_at,
      })
      .execute();
  });
}
