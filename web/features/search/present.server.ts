import { findCategory } from '../../../contract/categories.ts';
import type { SearchHit } from '../../../contract/search.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { maskPhone } from '../../../contract/mask.ts';
import type { HitFacts } from './hit-row.tsx';

function pathOf({ kind, id, category, stages: [stage = ''] }: SearchHit): string {
  switch (kind) {
    case 'case':
      return `/smart/${category}/${stage}/details/${id}`;
    case 'demand':
      return `/demand/${id}`;
    case 'topic':
      return `/topic/${id}`;
    case 'shop':
      return `/shop/${id}`;
  }
}

/** A hit as its row shows it. */
export function hitFacts(hit: SearchHit, stages: readonly Stage[]): HitFacts {
  const category = findCategory(hit.category);
  return {
    id: hit.id,
    to: pathOf(hit),
    name: hit.name,
    excerpt: hit.excerpt,
    picture: hit.picture,
    stages: stages.filter(({ key }) => hit.stages.includes(key)).map(({ name }) => name),
    category: category && { key: category.key, name: category.name },
    region: hit.region,
    who: maskPhone(hit.who),
    certified: hit.certified,
    budget: hit.budget,
    endsAt: hit.issueEndTime,
    at: hit.saveTime,
    timeless: hit.kind === 'shop',
  };
}
