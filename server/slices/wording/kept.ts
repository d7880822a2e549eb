import type { Kysely } from 'kysely';
import type { Moderation } from '../../adapters/moderation/moderation.ts';
import { wordList } from '../../adapters/moderation/word-list.ts';
import type { Bus } from '../../bus.ts';
import type { DB } from '../../db/schema.ts';
import { keepInMemory } from '../../kept.ts';
import { type Language, loadLanguage } from '../search/words.ts';
import { plainWords, synonymGroups } from './queries.ts';

/** What the bus is told when the lists have changed. */
export const heldWordsTag = 'held-words';
export const synonymsTag = 'synonyms';

/** Looks for the words that operators have listed; a change of the list counts at once, on every process. */
export function storedWords(db: Kysely<DB>, bus: Bus): Moderation {
  const read = keepInMemory(bus, heldWordsTag, async () => wordList(await plainWords(db)));
  return { check: async (texts) => (await read()).check(texts) };
}

/** The language with the groups of synonyms as they stand. */
export function storedLanguage(db: Kysely<DB>, bus: Bus): () => Promise<Language> {
  return keepInMemory(bus, synonymsTag, async () => loadLanguage((await synonymGroups(db)).map(({ words }) => words)));
}
