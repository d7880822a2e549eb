import type { Found, FoundSource } from './source.ts';
import { partSize } from './source.ts';
import type { Kysely } from 'kysely';
import { isId } from '../db/ids.ts';
import type { DB } from '../db/schema.ts';

const nil = '00000000-0000-0000-0000-000000000000';

/**
 * Parts by ids, which grow with time: each begins with the id that is {@link partSize} behind the last one's. Bounds once
 * found are kept, so that only what has come since is passed over.
 */
export function foundById(
  name: string,
  read: {
    /** the id that lies `skip` behind this one, of all there are, shown or not */
    behind(db: Kysely<DB>, id: string, skip: number): Promise<string | undefined>;
    /** shown ones from this id on */
    from(db: Kysely<DB>, id: string, most: number): Promise<readonly (Found & { readonly id: string })[]>;
  },
): FoundSource {
  const known = [nil];
  return {
    name,
    async parts(db) {
      for (;;) {
        const last = known.at(-1) as string;
        const next = await read.behind(db, last, partSize);
        if (next === undefined) return [...known];
        // Another one that looks at the same time may have found it first.
        if (known.at(-1) === last) known.push(next);
      }
    },
    async pages(db, part) {
      if (!isId(part)) return [];
      const end = await read.behind(db, part, partSize);
      const pages = await read.from(db, part, partSize);
      return end === undefined ? pages : pages.filter(({ id }) => id < end);
    },
  };
}
