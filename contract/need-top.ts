import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import type { Stage } from './stages/stage.ts';
import { anyOf, upTo } from './wire.ts';

/** What people need most of: the open demands of a stage with the largest quantities (specification §7, "stock need top list"). */
function defineNeedTop(stage: Stage) {
  return defineCall({
    path: `/api/Omo/get${stage.op}NeedTopList`,
    auth: 'anyone',
    input: z.object({ type: anyOf(categoryKeys, '类别不在可选范围内'), size: upTo(5) }),
    output: z.array(
      z.object({
        demandNid: z.string(),
        type: z.enum(categoryKeys),
        name: z.string(),
        number: z.number(),
        unit: z.string(),
        /** what is chosen of it: the wood, say; '' for nothing */
        kind: z.string(),
        /** yuan with two decimals */
        budget: z.string(),
        issueEndTime: z.number().int(),
      }),
    ),
    summary: `Open ${stage.key} demands with the largest quantities; type is a category key`,
  });
}

const known = new Map<Stage, ReturnType<typeof defineNeedTop>>();

/** The call of a stage that measures its demands; undefined for the others. */
export function needTopCall(stage: Stage): ReturnType<typeof defineNeedTop> | undefined {
  if (!stage.needTop) return undefined;
  const found = known.get(stage) ?? defineNeedTop(stage);
  known.set(stage, found);
  return found;
}
