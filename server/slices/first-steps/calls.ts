import { chooseFirstSteps, dismissFirstSteps, getFirstSteps } from '../../../contract/first-steps.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { firstStepsOf, keepFirstSteps } from './facts.ts';

const stand = async ({ db, caller, stages }: SignedInContext) => ({
  data: await firstStepsOf(db, caller.userId, stages),
});

export const firstStepCalls: AnyImplementation[] = [
  implement(getFirstSteps, async (_input, context) => stand(context)),
  implement(chooseFirstSteps, async ({ path }, context) => {
    await keepFirstSteps(context.db, context.caller.userId, { path });
    return stand(context);
  }),
  implement(dismissFirstSteps, async (_input, context) => {
    await keepFirstSteps(context.db, context.caller.userId, { dismissed_at: context.now });
    return stand(context);
  }),
];
