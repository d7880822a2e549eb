import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../server/db/migrate.ts';

/** `npm run db:new -- add-shops` makes an empty migration stamped with the present minute (UTC). */
const name = process.argv[2] ?? '';
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error('usage: npm run db:new -- a-name-in-small-letters');
  process.exit(1);
}
const minute = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
const file = join(migrationsFolder, `${minute}-${name}.ts`);
const body = `import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(db);
}
`;
writeFileSync(file, body, { flag: 'wx' });
console.log(file);
