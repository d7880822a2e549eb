import { z } from 'zod';
import { defineCall } from './call.ts';

/** What somebody new does first, by what they came for. The order is that of the list. */
export const firstStepKeys = {
  buy: ['profile', 'certify', 'demand'],
  sell: ['certify', 'shop', 'case', 'tender'],
} as const;
export type FirstStepsPath = keyof typeof firstStepKeys;
export type FirstStepKey = (typeof firstStepKeys)[FirstStepsPath][number];

const keys = ['profile', 'certify', 'demand', 'shop', 'case', 'tender'] as const satisfies readonly FirstStepKey[];

const firstSteps = z.object({
  /** buy: 我来采购; sell: 我来接单 */
  path: z.enum(['buy', 'sell']),
  /** whether they are still shown: not once all are done, nor after they were put away */
  shown: z.boolean(),
  steps: z.array(
    z.object({
      key: z.enum(keys),
      /** waiting: done by the person, to be looked at by an operator; failed: to be done again */
      state: z.enum(['todo', 'waiting', 'failed', 'done']),
    }),
  ),
  /** key of the stage whose open demands are theirs to tender for */
  stage: z.string(),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const getFirstSteps = defineCall({
  path: '/api/Personal/firstSteps',
  auth: 'user',
  input: z.object({}),
  output: firstSteps,
  summary: 'What somebody new does first and how far they are, told from what is really there.',
});

export const chooseFirstSteps = defineCall({
  path: '/api/Personal/firstStepsPath',
  auth: 'user',
  input: z.object({ path: z.enum(['buy', 'sell'], '请选择我来采购或我来接单') }),
  output: firstSteps,
  summary: 'Says what one came for: to buy or to take work; may be said again.',
});

export const dismissFirstSteps = defineCall({
  path: '/api/Personal/firstStepsDismiss',
  auth: 'user',
  input: z.object({}),
  output: firstSteps,
  summary: 'Puts the first steps away for good.',
});
