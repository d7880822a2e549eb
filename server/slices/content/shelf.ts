import type { Kysely } from 'kysely';
import { type CategoryKey, categoryKeys } from '../../../contract/categories.ts';
import {
  type ContentKindKey,
  contentKinds,
  type ContentValues,
  everyCategory,
} from '../../../contract/content-kinds.ts';
import type { Bus } from '../../bus.ts';
import type { Context } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { keepInMemory } from '../../kept.ts';
import { everPublished, itemById, publishedItems } from './queries.ts';
import type { ContentItemRow, WireValues } from './tables.ts';
import { readValues } from './values.ts';

/** What the bus is told when anything of the content has changed. */
export const shelfTag = 'content-items';

interface Spell {
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface Item<K extends ContentKindKey = ContentKindKey> {
  readonly id: string;
  readonly kind: K;
  readonly place: string;
  readonly position: number;
  readonly version: number;
  readonly values: ContentValues<K> & Spell;
}

interface Kept {
  readonly items: readonly Item[];
  /** operators have said where the implement tile leads, if anywhere: the setting does not count any more */
  readonly linked: boolean;
}

/** What is published, from memory; see `server/kept.ts` for how it is dropped. */
export interface Shelf {
  /**
   * What a place shows at the call's moment, in the operators' order. A page that is rendered from it learns when the next
   * item is due to come or go, and a preview has its draft among the items.
   */
  shown<K extends ContentKindKey>(
    kind: K,
    place: string,
    context: Pick<Context, 'db' | 'now' | 'rendering'>,
  ): Promise<Item<K>[]>;
  linked(): Promise<boolean>;
}

export function openShelf(db: Kysely<DB>, bus: Bus): Shelf {
  const read = keepInMemory<Kept>(bus, shelfTag, async () => {
    const [rows, linked] = await Promise.all([publishedItems(db), everPublished(db, 'link')]);
    return { items: rows.flatMap((row) => (row.live ? [itemOf(row, row.live)] : [])), linked };
  });
  return {
    linked: async () => (await read()).linked,
    shown: async (kind, place, { rendering, now, db: reader }) => {
      const { items } = await read();
      const here = items.filter((item) => item.kind === kind && item.place === place) as unknown as Item<typeof kind>[];
      const due = untilNext(here, now);
      if (due !== undefined) rendering?.lasts(due);
      const shown = here.filter((item) => showsAt(item.values, now));
      const preview = rendering?.preview;
      if (preview?.kind !== kind) return shown;
      const row = await itemById(reader, preview.id);
      const said = row?.draft ?? row?.live;
      if (!row || !said || row.place !== place) return shown;
      return withPreview(shown, itemOf(row, said) as unknown as Item<typeof kind>, contentKinds[kind].most);
    },
  };
}

function itemOf({ id, kind, place, position, version }: ContentItemRow, said: WireValues): Item {
  return { id, kind, place, position, version, values: readValues(kind, said) as Item['values'] };
}

export const showsAt = ({ from, until }: Spell, now: Date): boolean =>
  (from === null || from <= now) && (until === null || until > now);

/** Milliseconds until the first of them comes or goes; undefined for never. */
export function untilNext(items: readonly { values: Spell }[], now: Date): number | undefined {
  const ahead = items
    .flatMap(({ values: { from, until } }) => [from, until])
    .flatMap((moment) => (moment && moment > now ? [moment.getTime() - now.getTime()] : []));
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** In its place, but never so far behind that it would not be seen. */
function withPreview<T extends Pick<Item, 'id' | 'position'>>(shown: readonly T[], draft: T, most: number): T[] {
  const others = shown.filter(({ id }) => id !== draft.id);
  const before = others.filter(
    ({ position, id }) => position < draft.position || (position === draft.position && id < draft.id),
  ).length;
  return others.toSpliced(Math.min(before, most - 1), 0, draft);
}

export const bannerFits = ({ category }: Pick<ContentValues<'banner'>, 'category'>, page: CategoryKey | undefined) =>
  page === undefined || category === everyCategory || category === page;

/** Whether an item that is due stands among the first that its place has room for, on one page at least. */
export function hasRoom(item: Item, due: readonly Item[]): boolean {
  const { most } = contentKinds[item.kind];
  const pages = item.kind === 'banner' && item.place === 'smart' ? categoryKeys : [undefined];
  return pages.some((page) => {
    const fits = due.filter((one) => one.kind !== 'banner' || bannerFits(one.values as ContentValues<'banner'>, page));
    return fits.slice(0, most).includes(item);
  });
}
