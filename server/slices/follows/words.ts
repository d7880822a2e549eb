import { categories, findCategory } from '../../../contract/categories.ts';
import { regionName } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { FollowKey } from './queries.ts';

/** 喷涂 · 母婴 · 广东省 */
export function followName({ stage, category, region }: FollowKey, stages: readonly Stage[]): string {
  const parts = [
    stages.find(({ key }) => key === stage)?.name,
    findCategory(category)?.name,
    region && regionName(region),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Where such demands stand: path below the base. */
export function followPath({ stage, category }: FollowKey): string {
  if (stage === '') return category === '' ? '/' : `/smart/${category}`;
  return `/smart/${category || categories[0].key}/${stage}`;
}
