import type { CaseItem } from '../../../contract/cases.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { caseFacts, factoryFacts, placedFacts } from '../../features/cases/present.ts';
import type { LaidOut } from './layouts.tsx';

/** Cases as the stage's layout shows them, and no more of them than that. */
export function laidOut(stage: Stage, cases: readonly CaseItem[] | undefined): LaidOut {
  const { layout } = stage;
  switch (layout) {
    case 'cards':
      return { layout, cases: cases?.map((item) => caseFacts(item, stage)) };
    case 'factories':
      return { layout, cases: cases?.map((item) => factoryFacts(item, stage)) };
    case 'map':
      return { layout, cases: cases?.map((item) => placedFacts(item, stage)) };
  }
}
