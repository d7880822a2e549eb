import type { Kysely } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { UploadKind } from '../../../contract/uploads.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { incomingKey, removeFiles } from './files.ts';

/** How long an upload may lie without anything referring to it, in milliseconds. */
const unusedAtMost = 24 * 3600 * 1000;

const idIn = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[-/]/;

/**
 * Says that something now refers to these uploads of one kind, so that they stay. Call it in the transaction that stores
 * their addresses, with the wire name of the field they came in. Throws an input refusal for an address that is no such
 * upload of ours, was never checked, or has been cleaned up.
 */
export async function markUsed(
  tx: Tx,
  urls: readonly string[],
  { kind, now, field }: { kind: UploadKind; now: Date; field: string },
): Promise<void> {
  if (urls.length === 0) return;
  const gone = () => invalid(field, '上传的文件不存在或已过期，请重新上传');
  const ids = urls.map((url) => {
    const id = idIn.exec(url)?.[1];
    if (id === undefined) throw gone();
    return id;
  });
  await tx
    .updateTable('uploads')
    .set({ used_at: now })
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('state', '=', 'stored')
    .where('used_at', 'is', null)
    .execute();
  // Read after the update: whoever was removing one of them at this moment has finished by now.
  const known = await tx
    .selectFrom('uploads')
    .select(['id', 'url'])
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('state', '=', 'stored')
    .execute();
  // Each address by itself: a second one with the same id must not vouch for the first.
  const stored = new Set(known.map(({ url }) => url));
  if (!urls.every((url) => stored.has(url))) throw gone();
}

/**
 * Removes what nothing has referred to for a day, and what direct uploads left at their place. Rows go last: what is
 * interrupted is taken up by the next run.
 */
export async function removeUnused(db: Kysely<DB>, storage: Storage, now: Date): Promise<number> {
  await db
    .updateTable('uploads')
    .set({ state: 'removing' })
    .where('used_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - unusedAtMost))
    .where('state', '!=', 'removing')
    .execute();
  const removing = await db
    .selectFrom('uploads')
    .select(['id', 'kind', 'url'])
    .where('used_at', 'is', null)
    .where('state', '=', 'removing')
    .limit(500)
    .execute();
  for (const upload of removing) {
    await removeFiles(storage, upload);
    await db.deleteFrom('uploads').where('id', '=', upload.id).where('state', '=', 'removing').execute();
  }
  await sweepIncoming(db, storage, now);
  return removing.length;
}

/** The parameters of a direct upload stay good for a while after it was confirmed: whatever came late goes. */
async function sweepIncoming(db: Kysely<DB>, storage: Storage, now: Date): Promise<void> {
  const over = await db
    .selectFrom('uploads')
    .select('id')
    .where('posted_until', '<', now)
    .where('state', 'in', ['stored', 'refused'])
    .limit(500)
    .execute();
  for (const { id } of over) {
    await storage.remove(incomingKey(id));
    await db.updateTable('uploads').set({ posted_until: null }).where('id', '=', id).execute();
  }
}
