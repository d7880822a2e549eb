export interface FigureTables {
  figures: FigureTable;
  funnel_days: FunnelDayTable;
  day_figures: DayFigureTable;
  state_counts: StateCountTable;
  figure_runs: FigureRunTable;
}

/** What the home page counts the portal by; kept with every change, so that nothing is ever counted for a page. */
export interface FigureTable {
  name: FigureName;
  n: number;
}

/** providers: shops that are open and have something to show. finished: orders that reached 7. */
export type FigureName = 'providers' | 'finished';

/**
 * What became of the demands that were published on a day, by stage and region. It is worked out again for as long as it may
 * change, so that late tenders and awards count where their demand does. Entrusted ones went to nobody else and are left out.
 */
export interface FunnelDayTable {
  /** YYYY-MM-DD in Asia/Shanghai */
  day: string;
  /** key in the stage catalogue */
  stage: string;
  /** code of the owner's province as certified; '' where it is not known */
  region: string;
  published: number;
  /** with a tender at least, whatever became of it */
  tendered: number;
  tenders: number;
  /** from publication to the first tender, of all that have one, summed up */
  first_seconds: number;
  awarded: number;
  /** taken on by the provider: both sides are bound */
  accepted: number;
  completed: number;
}

/** What happened on a day, by whatever it happened to. */
export interface DayFigureTable {
  /** YYYY-MM-DD in Asia/Shanghai */
  day: string;
  name: DayFigureName;
  /** sums in fen */
  n: number;
}

/** held and released: money that went into escrow and out of it. */
export type DayFigureName = 'held' | 'released' | 'disputes' | 'completions';

/** How many orders stand where, when it was last counted. */
export interface StateCountTable {
  status: number;
  n: number;
  /** of these in dispute */
  disputed: number;
}

/** When figures were last worked out: `recent` every hour, `all` every night. */
export interface FigureRunTable {
  name: 'recent' | 'all';
  /** of the last run that is through, when it began; null before the first */
  at: Date | null;
  /** of the run under way; null for none */
  begun_at: Date | null;
}
