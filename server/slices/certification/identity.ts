import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { accountType } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Sweep } from '../../outbox/events.ts';
import { sealFor } from '../../seal.ts';
import { deriveKey } from '../../secret.ts';
import type { CertificationRow, Identity } from './tables.ts';

type Whose = Pick<CertificationRow, 'id' | 'user_id'>;

const seals = (secret: string) => sealFor(secret, 'certification');
// What is moved to another row, or to another person's, does not open.
const about = ({ id, user_id }: Whose) => `${id}:${user_id}`;

/** The columns that keep whom a certification speaks of. */
export function sealIdentity(secret: string, whose: Whose, identity: Identity) {
  const { keyId, sealed } = seals(secret).seal(JSON.stringify(identity), about(whose));
  return { name: null, key_id: keyId, sealed, name_index: nameIndex(secret, identity.name) };
}

/** By what a whole name is found without opening any: keyed, so that nobody finds names by trying them. */
export const nameIndex = (secret: string, name: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'certification-name-index'))
    .update(name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase())
    .digest();

/** Who a certification speaks of. Throws when it was sealed with a key that is not at hand. */
export function identityOf(
  secret: string,
  row: Whose & Pick<CertificationRow, 'name' | 'key_id' | 'sealed'>,
): Identity {
  if (row.sealed === null || row.key_id === null) return named(row.name ?? '');
  const plain = seals(secret).open({ keyId: row.key_id, sealed: row.sealed }, about(row));
  return JSON.parse(plain.toString('utf8')) as Identity;
}

/** 陈知远 → 陈**, as on a letter box; a firm's name is public and stays. '' stays ''. */
export function maskedName(name: string, type: number): string {
  if (type === accountType.enterprise || name === '') return name;
  const [first = '', ...rest] = name;
  return `${first}${'*'.repeat(Math.max(1, rest.length))}`;
}

const named = (name: string): Identity => ({
  name,
  addressDetail: '',
  contactName: '',
  contactPhone: '',
  contactEmail: '',
});

const atOnce = 200;

/** Names that were kept in clear before there were seals. Gives how many are sealed now. */
export async function sealNames(db: Kysely<DB>, secret: string): Promise<number> {
  const rows = await db
    .selectFrom('certifications')
    .select(['id', 'user_id', 'name'])
    .where('name', 'is not', null)
    .limit(atOnce)
    .execute();
  for (const row of rows) {
    await db
      .updateTable('certifications')
      .set(sealIdentity(secret, row, named(row.name ?? '')))
      .where('id', '=', row.id)
      .where('name', '=', row.name)
      .execute();
  }
  return rows.length;
}

/** Rows from before names had an index. Gives after which to go on; undefined when all have one. */
async function indexNames({ db, secret, log }: Services, after: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('certifications')
    .select(['id', 'user_id', 'name', 'key_id', 'sealed'])
    .where('name_index', 'is', null)
    .where('sealed', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const row of rows) {
    try {
      await db
        .updateTable('certifications')
        .set({ name_index: nameIndex(secret, identityOf(secret, row).name) })
        .where('id', '=', row.id)
        .where('sealed', '=', row.sealed)
        .execute();
    } catch (error) {
      log.warn({ err: error, certificationId: row.id }, 'a certified name could not be indexed');
    }
  }
  return rows.length === atOnce ? rows.at(-1)?.id : undefined;
}

export const certificationSweep: Sweep = {
  name: 'certification names',
  run: async (services) => {
    while ((await sealNames(services.db, services.secret)) === atOnce);
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) after = await indexNames(services, after);
  },
};
