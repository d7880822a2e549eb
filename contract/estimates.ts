import { z } from 'zod';
import { defineCall } from './call.ts';
import type { Stage } from './stages/stage.ts';

// What the stages of the chain cost and how long they take, from settled orders (feature Z-13).

/** No figure from fewer orders. */
export const fewestSamples = 5;
/** Older orders than these many newest of a kind say nothing about today's prices. */
export const mostSamples = 500;

const empty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Everything that a demand is a case of, from the most telling to the least: where it goes to, what is made, its category,
 * any of its stage. What of the stage's fields counts is known by their kind: places, choices, selects. Of places the province.
 */
export function scopesOf(stage: Stage, category: string, values: Readonly<Record<string, unknown>>): string[] {
  const own = stage.demand.flatMap(({ key, widget }): string[] => {
    const value = values[key];
    if (empty(value)) return [];
    const all = Array.isArray(value) ? value.map(String) : [String(value)];
    if (widget.kind === 'regions') return all[0] ? [`region:${all[0]}`] : [];
    return widget.kind === 'choices' || widget.kind === 'select' ? all.map((one) => `choice:${one}`) : [];
  });
  const places = own.filter((scope) => scope.startsWith('region:'));
  const choices = own.filter((scope) => !scope.startsWith('region:'));
  return [...places, ...choices, `category:${category}`, 'all'];
}

const figures = z.object({
  /** yuan, two digits that count: half of the orders cost at most so much, four of five at most so much */
  priceMedian: z.string(),
  priceHigh: z.string(),
  /** from acceptance of the order to acceptance of the work */
  daysMedian: z.number().int(),
  daysHigh: z.number().int(),
});

const estimate = figures.extend({
  /** one of {@link scopesOf} */
  scope: z.string(),
  /** of what the orders are, in words; '' for any */
  label: z.string(),
  /** the newest settled orders that it is reckoned from */
  samples: z.number().int(),
});
export type Estimate = z.output<typeof estimate>;

const stageEstimates = z.object({
  stage: z.string(),
  stageName: z.string(),
  /** settled orders of the stage, up to {@link mostSamples} */
  samples: z.number().int(),
  /** none of fewer than {@link fewestSamples} orders */
  estimates: z.array(estimate),
});
export type StageEstimates = z.output<typeof stageEstimates>;

export const getEstimates = defineCall({
  path: '/api/Demand/estimates',
  auth: 'anyone',
  input: z.object({}),
  output: z.array(stageEstimates),
  summary:
    'Median and 80th percentile of price and days per stage from settled orders, where there are at least five; reckoned once a day.',
});

/** The most telling figures for a demand that is being written; undefined where there are none yet. */
export const estimateFor = (
  { estimates }: Pick<StageEstimates, 'estimates'>,
  scopes: readonly string[],
): Estimate | undefined => scopes.flatMap((scope) => estimates.find((one) => one.scope === scope) ?? [])[0];
