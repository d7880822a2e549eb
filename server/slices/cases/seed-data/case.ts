import type { CategoryKey } from '../../../../contract/categories.ts';
import type { ClipName } from '../../../seeding/footage/takes.ts';
import type { Shots } from '../../../seeding/demo/shots.ts';

/** A case of the demo data. What it says of its stage stands in `details`, by the catalogue's inner keys. */
export interface DemoCase {
  shop: string;
  category: CategoryKey;
  name: string;
  shots: readonly Shots[];
  /** a film of its first picture's scene, in the seeding's clips */
  clip?: ClipName;
  details: Readonly<Record<string, unknown>> & { readonly parameterPictures?: readonly Shots[] };
  /** put up so many days ago */
  age: number;
  recommended?: true;
  /** keeps its place on the map to itself: it stands at the default point */
  unplaced?: true;
  /** approved when absent */
  review?: 'pending' | { rejected: string };
  /** kept by its owner, not sent in: what the form holds, with the pictures above */
  draft?: Readonly<Record<string, string>>;
  /** a change that waits while the above stays public */
  revision?: { name: string; details: Readonly<Record<string, unknown>>; daysAgo: number };
  likes?: number;
  /** appraisals of orders that came from it, and how many of them praise */
  praise?: readonly [number, number];
  labels?: Readonly<Record<string, number>>;
  comments?: readonly (readonly [who: string, daysAgo: number, text: string])[];
}
