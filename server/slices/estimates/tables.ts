import type { Generated } from 'kysely';

export interface EstimateTables {
  estimate_samples: EstimateSampleTable;
  estimates: EstimateTable;
}

/** What one settled order says, once for everything that it is a case of (`scopesOf`). */
export interface EstimateSampleTable {
  stage: string;
  scope: string;
  demand_id: string;
  price_fen: number;
  /** from acceptance of the order to acceptance of the work, begun days */
  days: number;
  settled_at: Date;
}

/** The figures over the newest samples, as the clock last reckoned them; null where there are too few. */
export interface EstimateTable {
  stage: string;
  scope: string;
  samples: Generated<number>;
  price_median_fen: number | null;
  price_high_fen: number | null;
  days_median: number | null;
  days_high: number | null;
  computed_at: Date | null;
  /** when they are to be reckoned anew; null while no sample has come since */
  due_at: Date | null;
}
