import { stages } from '../../../contract/stages/index.ts';
import type { CaseRow } from './tables.ts';

/** What a case says in words, field by field, as its stage's form calls them. */
export function wordsOf({ stage_key, details }: CaseRow): string {
  const fields = stages.find(({ key }) => key === stage_key)?.case ?? [];
  return fields
    .flatMap(({ key, label, widget }) => {
      const value = details[key];
      const told = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return told === '' || widget.kind === 'video' ? [] : [`${label}：${told}`];
    })
    .join('\n');
}
