export interface FigureTables {
  figures: FigureTable;
}

/** What the home page counts the portal by; kept with every change, so that nothing is ever counted for a page. */
export interface FigureTable {
  name: FigureName;
  n: number;
}

/** providers: shops that are open. finished: orders that reached 7. */
export type FigureName = 'providers' | 'finished';
