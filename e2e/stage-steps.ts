import { caseCalls } from '../contract/cases.ts';
import { categories } from '../contract/categories.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { dataOf, type Portal } from './fixtures.ts';

/** Stage pages are looked at in the first category; the second has its turn on a phone. */
export const [category, second] = categories as unknown as [(typeof categories)[0], (typeof categories)[1]];
const feature = { cards: 'C-02', factories: 'C-04', map: '' } as const;
/** Which feature the page of a stage is, by how it is laid out. */
export const numberOf = (stage: Stage) => feature[stage.layout] || (stage.needTop ? 'C-03' : 'C-05');
export const laidOut = (layout: Stage['layout']) => stages.filter((stage) => stage.layout === layout);
export const placed = laidOut('map');

export const address = (stage: Stage, type: string = category.key) => `/omo/smart/${type}/${stage.key}`;

/** What the stage page shows first. */
export function recommended(portal: Portal, stage: Stage, type = category.key as string) {
  const size = stage.pageSize.recommended;
  return dataOf(portal.send(caseCalls(stage).list, { type, is_recom: '1', page_size: size }));
}
