import { findCategory } from '../../../contract/categories.ts';
import { type Estimate, getEstimates } from '../../../contract/estimates.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { regionName } from '../../../contract/regions.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';

/** What a scope stands for, in words. */
function labelOf(scope: string): string {
  const [kind, value = ''] = scope.split(/:(.*)/s);
  if (kind === 'category') return findCategory(value)?.name ?? '';
  return kind === 'region' ? regionName(value) : value;
}

export const estimateCalls: AnyImplementation[] = [
  implement(getEstimates, async (_input, { db, stages }) => {
    const rows = await db.selectFrom('estimates').selectAll().where('computed_at', 'is not', null).execute();
    const data = stages.map(({ key, name }) => {
      const own = rows.filter(({ stage }) => stage === key);
      return {
        stage: key,
        stageName: name,
        samples: own.find(({ scope }) => scope === 'all')?.samples ?? 0,
        estimates: own.flatMap((row): Estimate[] => {
          const { price_median_fen, price_high_fen, days_median, days_high } = row;
          if (price_median_fen === null || price_high_fen === null || days_median === null || days_high === null)
            return [];
          return [
            {
              scope: row.scope,
              label: labelOf(row.scope),
              samples: row.samples,
              priceMedian: fenToYuan(price_median_fen),
              priceHigh: fenToYuan(price_high_fen),
              daysMedian: days_median,
              daysHigh: days_high,
            },
          ];
        }),
      };
    });
    return { data };
  }),
];
