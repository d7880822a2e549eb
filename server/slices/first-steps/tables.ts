import type { FirstStepsPath } from '../../../contract/first-steps.ts';

export interface FirstStepTables {
  first_steps: FirstStepTable;
}

/** What somebody said of their first steps; no row before they said anything. */
export interface FirstStepTable {
  user_id: string;
  /** null: goes by the kind of account */
  path: FirstStepsPath | null;
  dismissed_at: Date | null;
}
