import type { Generated, JSONColumnType, Selectable } from 'kysely';

export interface InspectionTables {
  incoming_inspections: IncomingInspectionTable;
}

/** What the next stage's provider found of an order's goods; rows are only added. */
export interface IncomingInspectionTable {
  /** UUIDv7 */
  id: string;
  /** whose goods they are */
  demand_id: string;
  /** the order that they came in for */
  next_id: string;
  result: 'sound' | 'faulty';
  reason: Generated<string>;
  /** addresses of images */
  pictures: JSONColumnType<string[], string | undefined, string>;
  inspector_id: string;
  created_at: Date;
}

export type InspectionRow = Selectable<IncomingInspectionTable>;
