import type { Thing } from 'schema-dts';

/** Addresses as others may use them: whole once the portal's own is known, else from the root. */
export interface Addresses {
  /** of this page, as it is to be known */
  readonly self: string;
  /** of a page by its path below the base */
  page(path: string): string;
  /** of a file as stored */
  file(address: string): string;
}

/** What a loader tells of its page: `head({ description: … })`. Title, trail and address come from the route record. */
export interface HeadFacts {
  /** from the content; cut to what search engines show */
  description?: string;
  /** a picture as stored */
  image?: string;
  /** what kind of page it is to a share card */
  kind?: 'website' | 'article' | 'product';
  /** what the page is about, in schema.org's words, beside the trail */
  things?: (at: Addresses) => readonly Thing[];
  /** nothing that a search would be glad of: results of another search, say */
  unlisted?: boolean;
}
