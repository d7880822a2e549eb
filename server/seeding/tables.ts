export interface SeedingTables {
  seedings: SeedingTable;
}

/** What was put into this database to begin with; one row is never seeded again. */
export interface SeedingTable {
  name: string;
  begun_at: Date;
  /** null: it was interrupted */
  finished_at: Date | null;
}
