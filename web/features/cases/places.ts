import type { Fact } from './case-card.tsx';

/** A case that stands on the map: a row of the list and one of what its point's card names. */
export interface PlacedCase {
  id: string;
  name: string;
  picture: string;
  shop: string;
  shopId: string;
  certified: boolean;
  /** percent; undefined while nobody has appraised it */
  rate: number | undefined;
  facts: readonly Fact[];
  /** a list that the stage's cases carry, such as what is in stock */
  stock: { label: string; rows: readonly (readonly string[])[]; more: number } | undefined;
  address: string;
  /** GCJ-02; the default point when it was not told */
  lat: number;
  lng: number;
  located: boolean;
  /** in AMap; '' when nobody told where it is */
  amap: string;
}

/** A point of the map with everything that stands there. */
export interface Place {
  key: string;
  lat: number;
  lng: number;
  located: boolean;
  /** on the map beside its point */
  label: string;
  cases: readonly PlacedCase[];
}

/** Within some ten metres is one place: points on top of each other could not be told apart at any scale. */
const near = (value: number) => value.toFixed(4);

/** What is not located stands apart, though it is drawn at the default point, where somebody may really be. */
export const placeKey = ({ lat, lng, located }: Pick<PlacedCase, 'lat' | 'lng' | 'located'>): string =>
  `${near(lat)},${near(lng)}${located ? '' : '?'}`;

/** Cases by where they stand, in the order in which they come. */
export function placesOf(cases: readonly PlacedCase[]): Place[] {
  const groups = new Map<string, PlacedCase[]>();
  for (const one of cases) {
    const key = placeKey(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, here]) => {
    const [{ lat, lng, located, shop }] = here as [PlacedCase];
    const shops = new Set(here.map((one) => one.shop));
    const label = !located ? '位置未填写' : shops.size > 1 ? `${shop} 等 ${shops.size} 家` : shop;
    return { key, lat, lng, located, label, cases: here };
  });
}

/** South-west and north-east of what is located, or of everything when nothing is; undefined without any place. */
export function boundsOf(places: readonly Place[]): [[number, number], [number, number]] | undefined {
  const told = places.filter(({ located }) => located);
  const shown = told.length > 0 ? told : places;
  if (shown.length === 0) return undefined;
  const lats = shown.map(({ lat }) => lat);
  const lngs = shown.map(({ lng }) => lng);
  return [
    [Math.min(...lats), Math.min(...lngs)],
    [Math.max(...lats), Math.max(...lngs)],
  ];
}
