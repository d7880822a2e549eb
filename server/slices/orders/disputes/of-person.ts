import { type Kysely, sql } from 'kysely';
import type { Side } from '../../../../contract/process/facts.ts';
import type { Action } from '../../../../contract/process/row.ts';
import type { DB } from '../../../db/schema.ts';
import { endings, openings } from './present.ts';

export interface PersonDispute {
  nid: string;
  name: string;
  side: Side;
  opened_by: string | null;
  at: Date;
  /** the step by which it ended; null while it lasts */
  ended: Action | null;
}

/**
 * Disputes of either side, the newest first, and how many there are and last. What an earlier provider disputed is not the
 * next one's: of a provider only what was opened after they were chosen.
 */
export async function disputesOf(
  db: Kysely<DB>,
  userId: string,
  most: number,
): Promise<{ rows: PersonDispute[]; count: number; open: number }> {
  const { rows } = await sql<PersonDispute & { count: string; open: string }>`
    with own as (
      select id, nid, name, 'owner' as side from demands where owner_id = ${userId}
      union all
      select id, nid, name, 'provider' from demands where provider_id = ${userId}
    ), opened as (
      select own.nid, own.name, own.side, step.actor_id as opened_by, step.at, step.id,
        (select later.action from order_history later
          where later.demand_id = own.id and later.id > step.id and later.action in (${sql.join([...endings])})
          order by later.id limit 1) as ended
      from own join order_history step on step.demand_id = own.id
      where step.action in (${sql.join([...openings])})
        and (step.action <> 'inspectFaulty' or step.owner_fen is not null)
        and (own.side = 'owner' or not exists (
          select from order_history award
          where award.demand_id = own.id and award.id > step.id and award.action = 'award'))
    )
    select *, count(*) over () as count, count(*) filter (where ended is null) over () as open
    from opened order by id desc limit ${most}`.execute(db);
  return { rows, count: Number(rows[0]?.count ?? 0), open: Number(rows[0]?.open ?? 0) };
}
