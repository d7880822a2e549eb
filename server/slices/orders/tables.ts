import type { ColumnType, Selectable } from 'kysely';
import type { Actor } from '../../../contract/process/facts.ts';
import type { Action } from '../../../contract/process/row.ts';
import type { OrderStatus } from '../../../contract/statuses.ts';

export interface OrderTables {
  order_history: OrderHistoryTable;
}

/** Every step an order took, in order; rows are only added. */
export interface OrderHistoryTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  at: Date;
  action: Action;
  actor: Actor;
  /** null for the clock */
  actor_id: string | null;
  from_status: OrderStatus;
  to_status: OrderStatus;
  reason: string | null;
  /** fen: the division that the step proposed, or by which it gave away what was held; null where it did neither */
  owner_fen: ColumnType<number | null, number | null | undefined, never>;
  provider_fen: ColumnType<number | null, number | null | undefined, never>;
}

export type OrderHistoryRow = Selectable<OrderHistoryTable>;
