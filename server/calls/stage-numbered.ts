import { Refusal } from '../../contract/errors.ts';
import { stageByNumber } from '../../contract/stages/index.ts';
import type { Stage } from '../../contract/stages/stage.ts';

/** The stage that a call names by its number. Refuses a number that no stage has. */
export function stageNumbered(stages: readonly Stage[], number: number): Stage {
  const stage = stageByNumber(number, stages);
  if (!stage) throw new Refusal('not_found', '没有这个环节');
  return stage;
}
