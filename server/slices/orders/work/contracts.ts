import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { invalid, Refusal } from '../../../../contract/errors.ts';
import type { Side } from '../../../../contract/process/facts.ts';
import { next } from '../../../../contract/process/next.ts';
import { uploadKinds } from '../../../../contract/uploads.ts';
import { temporaryFolder } from '../../../adapters/storage/open.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { checkDocument, fileMimes } from '../../uploads/documents.ts';
import { safeName } from '../../uploads/files.ts';
import { withReceived } from '../../uploads/receive.ts';
import { factsOf, type OrderRow } from '../facts.ts';
import { lockOrder, move, roleOf } from '../transition.ts';
import { readAsSide } from './access.ts';
import { contractKey, contractUrl } from './contract-file.ts';
import { termsOf } from './contract-terms-of.ts';
import { makeContract } from './make-contract.ts';

interface File {
  hash: string;
  name: string;
  bytes: number;
  source: 'uploaded' | 'generated';
}

/** Takes the call's file as the contract, after the same checks as any document. It never has a public address. */
export async function uploadedContract(context: SignedInContext, demandNid: string) {
  const { file, settings, storage } = context;
  if (!file) throw invalid('file', '请选择要上传的合同');
  const { row, side } = await readAsSide(context, demandNid);
  await refuseInVain(context, row, side);
  const { maxBytes, tooLarge } = uploadKinds.document;
  const folder = temporaryFolder(settings);
  const name = safeName(file.filename);
  return withReceived(file.stream, { folder, maxBytes, tooLarge }, async ({ path, bytes, sha256: hash }) => {
    const mime = await checkDocument(path, name);
    await storage.put(contractKey({ demandId: row.id, hash, name }), { path }, mime);
    return putForward(context, row, { hash, name, bytes, source: 'uploaded' });
  });
}

/** The contract of the order's own terms, to be read before anybody puts it forward. */
export async function draft(context: SignedInContext, demandNid: string) {
  const { row, side } = await readAsSide(context, demandNid);
  await refuseInVain(context, row, side);
  const { hash, name, bytes } = await drawn(context, row);
  return { hash, name, bytes, url: contractUrl(context, { demandId: row.id, hash, name }, context.now) };
}

/** Puts the generated contract forward; refused when its terms are no longer those that were read. */
export async function takeDraft(context: SignedInContext, demandNid: string, hash: string) {
  const { row, side } = await readAsSide(context, demandNid);
  await refuseInVain(context, row, side);
  const file = await drawn(context, row);
  if (file.hash !== hash) throw new Refusal('state_conflict', '订单条款有变动，请重新生成后再看');
  return putForward(context, row, { ...file, source: 'generated' });
}

/** What was drawn in this process, by the hash of its terms: whoever puts a draft forward does not wait for it again. */
const drafts = new Map<string, Omit<File, 'source'>>();
const draftsAtMost = 500;

async function drawn(context: SignedInContext, row: OrderRow): Promise<Omit<File, 'source'>> {
  const terms = await termsOf(context, row);
  const of = createHash('sha256').update(JSON.stringify(terms)).digest('hex');
  const known = drafts.get(of);
  if (known && (await context.storage.head(contractKey({ demandId: row.id, ...known })))) return known;
  const bytes = await makeContract(terms);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const name = `合同_${row.nid}.pdf`;
  // The same terms lie under the same key, however often they are drawn.
  const key = contractKey({ demandId: row.id, hash, name });
  if (!(await context.storage.head(key))) await context.storage.put(key, bytes, fileMimes['.pdf'] as string);
  const file = { hash, name, bytes: bytes.length };
  const [oldest] = drafts.keys();
  if (drafts.size >= draftsAtMost && oldest !== undefined) drafts.delete(oldest);
  drafts.set(of, file);
  return file;
}

/** Says before 20 MB are read what the table would say after. */
async function refuseInVain({ db, stages, now }: SignedInContext, row: OrderRow, side: Side): Promise<void> {
  const facts = await factsOf(db, row, stages);
  const step = next(facts, 'uploadContract', side, now.getTime(), { hash: '' });
  if (!step.ok) throw new Refusal(step.kind, step.reason);
}

/**
 * Puts a file that lies in the storage forward as the contract. Sending the very file again that stands already is no new
 * contract: from its sender it changes nothing, from the other side it is a confirmation.
 */
async function putForward(context: SignedInContext, { id: demandId, nid }: OrderRow, file: File) {
  const { db, caller, now } = context;
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, context, nid, now);
    const side = await roleOf(tx, context, order.row, caller.userId);
    if (side !== 'owner' && side !== 'provider') throw new Refusal('not_found', '没有找到这份订单');
    const standing = order.facts.contract;
    const same = standing?.hash === file.hash;
    if (same && standing.confirmed[side]) return { orderStatus: order.row.status, hash: file.hash };
    const action = same ? 'confirmContract' : 'uploadContract';
    const input = { hash: file.hash };
    const moved = await move(tx, context, order, { action, actor: side, actorId: caller.userId, input, now });
    if (!same) {
      await tx
        .insertInto('order_contracts')
        .values({ ...file, id: uuid(), demand_id: demandId, side, author_id: caller.userId, created_at: now })
        .execute();
    }
    return { orderStatus: moved.row.status, hash: file.hash };
  });
}
