import { type Kysely, sql } from 'kysely';
import { type UploadKind, uploadKinds } from '../../../contract/uploads.ts';
import type { DB } from '../../db/schema.ts';
import type { KeptFile } from './files.ts';
import type { UploadRow } from './tables.ts';

interface Opening {
  id: string;
  owner: string | null;
  kind: UploadKind;
  name: string;
  now: Date;
}

/** Notes an upload that was checked and kept. `used` for what the portal itself refers to from the start. */
export async function insertStored(
  db: Kysely<DB>,
  opening: Opening,
  kept: KeptFile & Partial<Pick<UploadRow, 'private' | 'key_id' | 'sealed_name' | 'name'>>,
  used = false,
): Promise<UploadRow> {
  const { id, owner, kind, name, now } = opening;
  return db
    .insertInto('uploads')
    .values({
      name,
      ...kept,
      id,
      owner_id: owner,
      kind,
      state: 'stored',
      created_at: now,
      used_at: used ? now : null,
      posted_until: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that a direct upload may arrive until then. */
export async function insertExpected(db: Kysely<DB>, opening: Opening, until: Date): Promise<void> {
  const { id, owner, kind, name, now } = opening;
  await db
    .insertInto('uploads')
    .values({ id, owner_id: owner, kind, name, state: 'expected', created_at: now, used_at: null, posted_until: until })
    .execute();
}

/** Bytes that someone has uploaded and nothing refers to, and those that may still arrive by parameters handed out. */
export async function unusedBytes(db: Kysely<DB>, owner: string, now: Date): Promise<number> {
  const { image, document, video } = uploadKinds;
  const atMost = sql<number>`case kind
    when 'image' then ${image.maxBytes}::int when 'document' then ${document.maxBytes}::int
    else ${video.maxBytes}::int end`;
  const { total } = await db
    .selectFrom('uploads')
    .select(({ fn }) =>
      fn
        .coalesce(
          fn.sum<number>(
            sql`case when state = 'stored' then bytes
              when total_bytes is not null then case when state in ('expected', 'checking') then total_bytes else 0 end
              when posted_until > ${now} then ${atMost} else 0 end`,
          ),
          sql<number>`0::int8`,
        )
        .as('total'),
    )
    .where('owner_id', '=', owner)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export const findUpload = (db: Kysely<DB>, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** Milliseconds after which a check counts as given up: the process that made it has ended. */
const checkingLasts = 5 * 60_000;

/** Takes an expected upload for checking, or one whose check was given up; of several at once, one gets it. */
export async function takeForChecking(db: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const givenUp = new Date(now.getTime() - checkingLasts);
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state: 'checking', checking_since: now })
    .where('id', '=', id)
    .where((by) =>
      by.or([
        by('state', '=', 'expected'),
        by.and([
          by('state', '=', 'checking'),
          by.or([by('checking_since', 'is', null), by('checking_since', '<', givenUp)]),
        ]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the check that began at `since`: with what was kept, as refused, or as if it had not begun. */
export async function endChecking(
  db: Kysely<DB>,
  { id, since }: { id: string; since: Date },
  end: ({ state: 'stored' } & KeptFile) | { state: 'refused'; refusal: string } | { state: 'expected' },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ ...end, checking_since: null })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .where('checking_since', '=', since)
    .execute();
}
