/** What a slice tells of a record that anyone may find. */
export interface SearchEntry {
  /** of the record */
  id: string;
  title: string;
  /** everything else that it says of itself: looked through and quoted from */
  body: string;
  /** what its line shows anyway, or what goes without saying: looked through, never quoted */
  also: string;
  /** stage keys: one of a case or demand, all that a shop serves */
  stages: readonly string[];
  category: string | null;
  provinceCode: string | null;
  cityCode: string | null;
  /** when it was published: fresher comes first among equals */
  at: Date;
  /** what else its line among the results shows */
  card: SearchCard;
}

export interface SearchCard {
  /** number in its address, where that is not the id */
  nid?: string;
  picture?: string;
  /** who it is from, where that name is the record's own… */
  who?: string;
  /** … or whom it is from: their name is asked for when the line is shown, as it may be another by then */
  userId?: string;
  certified?: boolean;
  budgetFen?: number;
  /** seconds since 1970 */
  endsAt?: number;
}

/** Numbers of the kinds in the index. */
export const kindNumbers = { case: 1, demand: 2, topic: 3, shop: 4 } as const;
export type SearchKind = keyof typeof kindNumbers;
