import {
  operatorSynonymList,
  operatorSynonymRemove,
  operatorSynonymSave,
  operatorWordAdd,
  operatorWordList,
  operatorWordRemove,
  operatorWordTest,
} from '../../../contract/operator/wording.ts';
import { seconds } from '../../../contract/wire.ts';
import { normalise } from '../../adapters/moderation/normalise.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { contentEditors, contentReaders } from '../content/policy.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { operatorNames } from '../operators/versions.ts';
import { addWords, removeWord } from './held.ts';
import { heldWords, synonymGroups } from './queries.ts';
import { removeGroup, saveGroup } from './synonyms.ts';
import type { SynonymGroupRow } from './tables.ts';

export const wordingDesks: DeskPart[] = [
  { key: 'words', name: '敏感词', roles: contentReaders },
  { key: 'synonyms', name: '同义词', roles: contentReaders },
];

/** The calls of those who keep the word lists (feature P-03). */
export const operatorWordingCalls: AnyImplementation[] = [
  implement(operatorWordList, async ({ q, page, pageSize }, { db, caller }) => {
    needRole(caller, contentReaders);
    const { rows, count } = await heldWords(db, { part: normalise(q), page, pageSize });
    const nameOf = await operatorNames(
      db,
      rows.map(({ created_by }) => created_by),
    );
    const data = rows.map(({ id, word, created_at, created_by }) => ({
      id,
      word,
      addTime: seconds(created_at),
      addedBy: nameOf(created_by),
    }));
    return { data, page: { count, page, pageSize } };
  }),
  implement(operatorWordAdd, async ({ words }, context) => {
    needRole(context.caller, contentEditors);
    return { data: await addWords(context, words) };
  }),
  implement(operatorWordRemove, async ({ id }, context) => {
    needRole(context.caller, contentEditors);
    await removeWord(context, id);
    return { data: { id } };
  }),
  implement(operatorWordTest, async ({ text }, { caller, moderation }) => {
    needRole(caller, contentReaders);
    const { clean, words } = await moderation.check([text]);
    return { data: { clean, words: [...words] } };
  }),
  implement(operatorSynonymList, async (_input, context) => {
    needRole(context.caller, contentReaders);
    return { data: await presentGroups(context, await synonymGroups(context.db)) };
  }),
  implement(operatorSynonymSave, async ({ id, version, words }, context) => {
    needRole(context.caller, contentEditors);
    const [group] = await presentGroups(context, [await saveGroup(context, { id, version, written: words })]);
    return { data: group as NonNullable<typeof group> };
  }),
  implement(operatorSynonymRemove, async ({ id, version }, context) => {
    needRole(context.caller, contentEditors);
    await removeGroup(context, id, version);
    return { data: { id } };
  }),
];

async function presentGroups({ db }: SignedInContext, rows: readonly SynonymGroupRow[]) {
  const nameOf = await operatorNames(
    db,
    rows.map(({ updated_by }) => updated_by),
  );
  return rows.map(({ id, words, version, updated_at, updated_by }) => ({
    id,
    words,
    version,
    updateTime: seconds(updated_at),
    updatedBy: nameOf(updated_by),
  }));
}
