import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging, text } from '../fields.ts';
import { optional, recordId } from '../wire.ts';
import { version } from './content.ts';

/** Calls of the operators who keep the word lists (feature P-03): roles moderator and admin; auditors may read. */

const heldWord = z.object({
  id: z.string(),
  word: z.string(),
  addTime: z.number().int(),
  /** nickname of who added it; '' for what came with the portal */
  addedBy: z.string(),
});
export type HeldWord = z.output<typeof heldWord>;

export const operatorWordList = defineCall({
  path: '/api/operator/wordList',
  auth: 'operator',
  input: z.object({
    /** a part of the word */
    q: z.string().max(40, '搜索的字过多').default(''),
    ...paging(50, 200),
  }),
  output: z.array(heldWord),
  paged: true,
  summary: 'Words that hold back what people write, newest first',
});

export const newWordsField = text({
  label: '敏感词',
  hint: '每行一个，也可以用空格或逗号分开',
  required: '请输入敏感词',
  max: [4000, '一次最多输入4000个字'],
  rows: 5,
  example: '刷单返现',
});

export const operatorWordAdd = defineCall({
  path: '/api/operator/wordAdd',
  auth: 'operator',
  input: z.object({ words: newWordsField.schema }),
  output: z.object({
    added: z.array(z.string()),
    /** were on the list already, as they are or spelled otherwise */
    known: z.array(z.string()),
  }),
  summary: 'Adds words to the list; what people wrote before stays as it is',
});

export const operatorWordRemove = defineCall({
  path: '/api/operator/wordRemove',
  auth: 'operator',
  input: z.object({ id: recordId('敏感词编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Takes a word from the list; what waits because of it goes on waiting',
});

export const testTextField = text({
  label: '要检查的文字',
  required: '请输入要检查的文字',
  max: [5000, '要检查的文字最多5000个字'],
  rows: 4,
  example: '榉木床框，水性漆三道。',
});

export const operatorWordTest = defineCall({
  path: '/api/operator/wordTest',
  auth: 'operator',
  input: z.object({ text: testTextField.schema }),
  output: z.object({
    clean: z.boolean(),
    /** words of the list that were found */
    words: z.array(z.string()),
  }),
  summary: 'Tells which words of the list would hold a text back; keeps nothing',
});

const group = z.object({
  id: z.string(),
  words: z.array(z.string()),
  version: z.number().int(),
  updateTime: z.number().int(),
  /** '' for what came with the portal */
  updatedBy: z.string(),
});
export type SynonymGroup = z.output<typeof group>;

export const operatorSynonymList = defineCall({
  path: '/api/operator/synonymList',
  auth: 'operator',
  input: z.object({}),
  output: z.array(group),
  summary: 'Groups of words that search takes for the same, those that were changed last first',
});

export const synonymsField = text({
  label: '同义词',
  hint: '至少两个，用空格或逗号分开',
  required: '请输入同义词',
  max: [200, '一组最多200个字'],
  example: '打样 样品 打板',
});

export const operatorSynonymSave = defineCall({
  path: '/api/operator/synonymSave',
  auth: 'operator',
  input: z.object({
    words: synonymsField.schema,
    /** of one that there is already, with its version */
    id: optional(recordId('同义词编号')),
    version: optional(version),
  }),
  output: group,
  summary: 'Keeps a group of synonyms; searches use it at once',
});

export const operatorSynonymRemove = defineCall({
  path: '/api/operator/synonymRemove',
  auth: 'operator',
  input: z.object({ id: recordId('同义词编号'), version }),
  output: z.object({ id: z.string() }),
  summary: 'Removes a group of synonyms',
});
