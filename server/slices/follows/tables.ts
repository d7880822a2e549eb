import type { Selectable } from 'kysely';

export interface FollowTables {
  follows: FollowTable;
  follow_matches: FollowMatchTable;
  follow_settings: FollowSettingTable;
}

/** What new demands somebody wants to be told of; '' stands for any. */
export interface FollowTable {
  /** UUIDv7 */
  id: string;
  user_id: string;
  /** key in the stage catalogue */
  stage: string;
  /** key of the category */
  category: string;
  /** code of a province or city, of demands that name one */
  region: string;
  created_at: Date;
}

/** New demands that somebody was told of and that the next digest is to name; gone with it. */
export interface FollowMatchTable {
  user_id: string;
  demand_id: string;
  at: Date;
}

/** Without a row there is a digest. */
export interface FollowSettingTable {
  user_id: string;
  digest: boolean;
}

export type FollowRow = Selectable<FollowTable>;
