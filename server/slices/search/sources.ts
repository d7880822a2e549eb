import type { Kysely } from 'kysely';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { DB } from '../../db/schema.ts';
import { caseEntries, caseIds } from '../cases/search.ts';
import { demandEntries, demandIds } from '../demands/search.ts';
import { shopEntries, shopIds } from '../shop/search.ts';
import { topicEntries, topicIds } from '../topics/search.ts';
import type { SearchEntry, SearchKind } from './entry.ts';

/** What can be found comes from the slices whose it is; what the public may not see they do not give. */
interface Source {
  entries(db: Kysely<DB>, ids: readonly string[], stages: readonly Stage[]): Promise<SearchEntry[]>;
  /** ids of every record, public or not, in a fixed order, on from one of them */
  ids(db: Kysely<DB>, after: string | undefined, limit: number): Promise<string[]>;
}

export const sources: Readonly<Record<SearchKind, Source>> = {
  case: { entries: caseEntries, ids: caseIds },
  demand: { entries: demandEntries, ids: demandIds },
  topic: { entries: topicEntries, ids: topicIds },
  shop: { entries: shopEntries, ids: shopIds },
};
