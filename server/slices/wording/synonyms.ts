import { sql } from 'kysely';
import { searchTag } from '../../../contract/search.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { normalise } from '../../adapters/moderation/normalise.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { needVersion } from '../operators/versions.ts';
import { wordsIn } from './held.ts';
import { synonymsTag } from './kept.ts';
import { synonymGroups } from './queries.ts';
import type { SynonymGroupRow } from './tables.ts';

const mostGroups = 500;
/** More names than this search does not look for in one query. */
const mostInGroup = 8;
const longest = 12;

/** Keeps a group. A word stands in one group only: else which names it has would depend on the order of the groups. */
export async function saveGroup(
  context: SignedInContext,
  { id, version, written }: { id?: string; version?: number; written: string },
): Promise<SynonymGroupRow> {
  const { now, caller } = context;
  const words = wordsIn(written);
  checkWords(words);
  return inTransaction(context.db, async (tx) => {
    // Two who add the same word at once: the second sees what the first did.
    await sql`lock table synonym_groups in share row exclusive mode`.execute(tx);
    const groups = await synonymGroups(tx);
    const row = groups.find((one) => one.id === id);
    if (id !== undefined && !row) throw missing();
    if (row) await needVersion(tx, row, version);
    const taken = new Map(
      groups.filter((one) => one !== row).flatMap((one) => one.words.map((word) => [normalise(word), one.words])),
    );
    for (const word of words) {
      const other = taken.get(normalise(word));
      if (other) throw invalid('words', `“${word}”已经在“${other.join(' ')}”这一组里，请在那一组里修改`);
    }
    if (!row && groups.length >= mostGroups) throw new Refusal('state_conflict', `同义词最多${mostGroups}组`);
    const stamp = { words, updated_at: now, updated_by: caller.userId };
    const saved = row
      ? await tx
          .updateTable('synonym_groups')
          .set({ ...stamp, version: row.version + 1 })
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('synonym_groups')
          .values({ id: newId(now), created_at: now, ...stamp })
          .returningAll()
          .executeTakeFirstOrThrow();
    await note(tx, context, 'saved', saved.id, row?.words, words);
    return saved;
  });
}

export async function removeGroup(context: SignedInContext, id: string, version: number): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await tx.selectFrom('synonym_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw missing();
    await needVersion(tx, row, version);
    await tx.deleteFrom('synonym_groups').where('id', '=', id).execute();
    await note(tx, context, 'removed', id, row.words, undefined);
  });
}

const missing = () => new Refusal('not_found', '没有这组同义词，可能已被删除');

function checkWords(words: readonly string[]): void {
  if (words.length < 2) throw invalid('words', '一组至少两个不同的词');
  if (words.length > mostInGroup) throw invalid('words', `一组最多${mostInGroup}个词`);
  const seen = new Set<string>();
  for (const word of words) {
    const plain = normalise(word);
    if (plain === '') throw invalid('words', `“${word}”里没有文字`);
    if ([...word].length > longest) throw invalid('words', `“${word}”太长：同义词最多${longest}个字`);
    if (seen.has(plain)) throw invalid('words', `“${word}”写了两遍`);
    seen.add(plain);
  }
}

async function note(
  tx: Tx,
  context: SignedInContext,
  deed: 'saved' | 'removed',
  id: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Promise<void> {
  await audit(tx, context, {
    action: `synonyms.${deed}`,
    subject: { kind: 'synonyms', id },
    before: before ? { words: before } : {},
    after: after ? { words: after } : {},
  });
  onCommit(tx, () => context.bus.publish({ tags: [synonymsTag, searchTag] }));
}
