import type { Kysely } from 'kysely';
import { exportDays } from '../../../contract/personal-data.ts';
import { Refusal } from '../../../contract/errors.ts';
import { temporaryFolder } from '../../adapters/storage/open.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, on, type Sweep } from '../../outbox/events.ts';
import { findUser, lockUser, publicUser } from '../accounts/queries.ts';
import { packArchive } from './archive.ts';
import { dataExportAsked } from './events.ts';
import type { PersonalPart } from './part.ts';
import { archiveFolder, keepSealed } from './seal.ts';
import type { DataExportRow } from './tables.ts';
import { timeOf } from './words.ts';

const hour = 3600_000;
const day = 24 * hour;

/** One that was asked for so long ago was given up by whoever made it. */
const givenUpAfter = 6 * hour;

export const newestExport = (db: Kysely<DB> | Tx, userId: string): Promise<DataExportRow | undefined> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When the next may be asked for; one that failed costs no waiting. */
export const nextExportAt = (newest: DataExportRow | undefined): Date =>
  newest && newest.state !== 'failed' ? new Date(newest.asked_at.getTime() + day) : new Date(0);

/** Refuses who has one being made, or had one today. Also asked before a proof is looked at, so that no texted code is spent on nothing. */
export async function mayAskExport(db: Kysely<DB> | Tx, userId: string, now: Date): Promise<void> {
  const newest = await newestExport(db, userId);
  if (newest?.state === 'asked') throw new Refusal('state_conflict', '已有一份正在准备，请稍等');
  const next = nextExportAt(newest);
  if (next > now) throw new Refusal('state_conflict', `每天可以申请一次，${timeOf(next).slice(0, -3)} 之后可再次申请`);
}

/** Asks for an archive: one is made at a time, and one a day. The job that makes it follows the commit. */
export function askExport({ db, outbox, caller, now }: SignedInContext): Promise<DataExportRow> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, caller.userId);
    await mayAskExport(tx, caller.userId, now);
    const row = await tx
      .insertInto('data_exports')
      .values({
        id: newId(now),
        user_id: caller.userId,
        state: 'asked',
        asked_at: now,
        finished_at: null,
        expires_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await outbox.emit(tx, dataExportAsked, { exportId: row.id });
    return row;
  });
}

/**
 * Makes an archive that was asked for. A large one takes longer than a job is lent for, so that two may be at it at once: the
 * first that is through counts, and the other removes what it made.
 */
export async function makeExport(services: Services, parts: readonly PersonalPart[], exportId: string): Promise<void> {
  const { db, storage, secret, settings, clock, bus } = services;
  const asked = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', exportId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (!asked) return;
  const user = await findUser(db, asked.user_id);
  if (!user) return;
  const leaves = [];
  for (const { collect } of parts) leaves.push(...((await collect?.(services, user.id)) ?? []));
  const { stream } = packArchive(leaves, { name: publicUser(user).name, mobile: user.mobile }, asked.asked_at);
  const { file, bytes } = await keepSealed({ storage, secret, folder: temporaryFolder(settings) }, exportId, stream);
  const now = clock.now();
  const ready = await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('data_exports')
      .set({ state: 'ready', file, bytes, finished_at: now, expires_at: new Date(now.getTime() + exportDays * day) })
      .where('id', '=', exportId)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    tellUser(tx, bus, user.id, `export/${exportId}`);
    return true;
  });
  // Another was faster, or it was given up or erased meanwhile: nothing of this one may lie about.
  if (!ready) await storage.remove(file);
}

export const exportConsumer = (parts: readonly PersonalPart[]): Consumer<JobName> =>
  on(dataExportAsked, 'data-export', ({ exportId }, services) => makeExport(services, parts, exportId));

/** Removes archives whose days are over, and gives up those that never came about. */
export const exportSweep: Sweep = {
  name: 'data-exports',
  run: async ({ db, storage, clock, bus }) => {
    const now = clock.now();
    const over = await db
      .selectFrom('data_exports')
      .select('id')
      .where('state', '=', 'ready')
      .where('expires_at', '<=', now)
      .limit(200)
      .execute();
    for (const { id } of over) await removeExport({ db, storage }, id);
    const failed = await inTransaction(db, async (tx) => {
      const rows = await tx
        .updateTable('data_exports')
        .set({ state: 'failed', finished_at: now })
        .where('state', '=', 'asked')
        .where('asked_at', '<', new Date(now.getTime() - givenUpAfter))
        .returning(['id', 'user_id'])
        .execute();
      for (const { id, user_id } of rows) tellUser(tx, bus, user_id, `export/${id}`);
      return rows;
    });
    // What an attempt left that was cut off.
    for (const { id } of failed) await storage.removeUnder(archiveFolder(id));
  },
};

/** The files go first, those of attempts that were cut off with them: what is interrupted is taken up again. */
export async function removeExport(
  { db, storage }: { db: Kysely<DB> | Tx; storage: Services['storage'] },
  id: string,
): Promise<void> {
  await storage.removeUnder(archiveFolder(id));
  await db.updateTable('data_exports').set({ state: 'gone', file: null }).where('id', '=', id).execute();
}
