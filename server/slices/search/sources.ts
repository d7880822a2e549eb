import type { Kysely } from 'kysely';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { idsAfter } from '../../db/ids-after.ts';
import type { DB } from '../../db/schema.ts';
import { caseEntries } from '../cases/search.ts';
import { demandEntries } from '../demands/search.ts';
import { shopEntries } from '../shop/search.ts';
import { topicEntries } from '../topics/search.ts';
import type { SearchEntry, SearchKind } from './entry.ts';

/** What can be found comes from the slices whose it is; what the public may not see they do not give. */
interface Source {
  entries(db: Kysely<DB>, ids: readonly string[], stages: readonly Stage[]): Promise<SearchEntry[]>;
  /** where its records are, public or not */
  table: Parameters<typeof idsAfter>[1];
}

export const sources: Readonly<Record<SearchKind, Source>> = {
  case: { entries: caseEntries, table: 'cases' },
  demand: { entries: demandEntries, table: 'demands' },
  topic: { entries: topicEntries, table: 'topics' },
  shop: { entries: shopEntries, table: 'shops' },
};
