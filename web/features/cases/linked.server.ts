import { categories } from '../../../contract/categories.ts';
import type { CaseItem } from '../../../contract/cases.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { LinkedCase } from './case-row.tsx';
import { caseFacts } from './present.ts';

/** Cases of any stages as cards, each with the address of its page. */
export function linkedCases(items: readonly CaseItem[], stages: readonly Stage[]): LinkedCase[] {
  return items.flatMap((item) => {
    const stage = stages.find(({ number }) => number === item.type);
    if (!stage) return [];
    const to = `/smart/${item.category}/${stage.key}/details/${item.id}`;
    const category = categories.find(({ key }) => key === item.category)?.name ?? '';
    return [{ ...caseFacts(item, stage), to, kind: `${category}，${stage.name}` }];
  });
}
