import { invalid, Refusal } from '../../../contract/errors.ts';
import { normalise } from '../../adapters/moderation/normalise.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { heldWordsTag } from './kept.ts';

/** The matcher bears more; nobody could look through them. */
const mostWords = 5000;
const mostAtOnce = 200;
const longest = 20;

const apart = /[\s,，、;；]+/u;
export const wordsIn = (written: string): string[] => [...new Set(written.split(apart).filter((word) => word !== ''))];

/** Adds words, each as it is looked for; gives which were new and which the list had, spelled like that or otherwise. */
export async function addWords(
  context: SignedInContext,
  written: string,
): Promise<{ added: string[]; known: string[] }> {
  const words = wordsIn(written);
  if (words.length > mostAtOnce) throw invalid('words', `一次最多添加${mostAtOnce}个敏感词`);
  for (const word of words) {
    const { length } = [...normalise(word)];
    if (length < 2) throw invalid('words', `“${word}”太短：去掉标点和空格后至少2个字，一个字会误伤太多`);
    if (length > longest) throw invalid('words', `“${word}”太长：敏感词最多${longest}个字`);
  }
  return inTransaction(context.db, async (tx) => {
    const { count } = await tx
      .selectFrom('held_words')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count + words.length > mostWords) throw new Refusal('state_conflict', `敏感词最多${mostWords}个`);
    const added: string[] = [];
    for (const word of words) {
      const row = { id: newId(context.now), word, plain: normalise(word) };
      const inserted = await tx
        .insertInto('held_words')
        .values({ ...row, created_at: context.now, created_by: context.caller.userId })
        .onConflict((conflict) => conflict.column('plain').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) continue;
      added.push(word);
      await note(tx, context, 'added', row.id, {}, { word });
    }
    return { added, known: words.filter((word) => !added.includes(word)) };
  });
}

/** What waits because of it goes on waiting: it was seen with the word on the list, and a person decides. */
export async function removeWord(context: SignedInContext, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const gone = await tx.deleteFrom('held_words').where('id', '=', id).returning('word').executeTakeFirst();
    if (!gone) throw new Refusal('not_found', '词库里没有这个词，可能已被删除');
    await note(tx, context, 'removed', id, { word: gone.word }, {});
  });
}

async function note(
  tx: Tx,
  context: SignedInContext,
  deed: 'added' | 'removed',
  id: string,
  before: { word?: string },
  after: { word?: string },
): Promise<void> {
  await audit(tx, context, { action: `held-word.${deed}`, subject: { kind: 'held-word', id }, before, after });
  onCommit(tx, () => context.bus.publish({ tags: [heldWordsTag] }));
}
