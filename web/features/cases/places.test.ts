import { describe, expect, test } from 'vitest';
import { clustersOf } from './clusters.ts';
import { amapLink, toGcj02 } from './gcj.ts';
import { boundsOf, type PlacedCase, placesOf } from './places.ts';

const at = (id: string, lat: number, lng: number, more: Partial<PlacedCase> = {}): PlacedCase => ({
  id,
  name: `案例${id}`,
  picture: '',
  shop: `料行${id}`,
  shopId: `shop${id}`,
  certified: false,
  rate: 100,
  facts: [],
  stock: undefined,
  address: '',
  lat,
  lng,
  located: true,
  amap: '',
  ...more,
});

const china: [number, number, number, number] = [70, 0, 140, 55];

describe('[C-03] [C-05] points of a map', () => {
  test('what stands at one spot is one place with one mark, at every scale', () => {
    const places = placesOf([at('1', 25.66021, 114.7719), at('2', 25.66019, 114.77193), at('3', 30, 120)]);
    expect(places.map(({ label, cases }) => [label, cases.map(({ id }) => id)])).toEqual([
      ['料行1 等 2 家', ['1', '2']],
      ['料行3', ['3']],
    ]);
    const marks = clustersOf(places)(china, 18);
    expect(marks.map(({ place }) => place?.label).toSorted()).toEqual(['料行1 等 2 家', '料行3']);
    const twice = placesOf([at('1', 25.66, 114.77, { shop: '岭下' }), at('2', 25.66, 114.77, { shop: '岭下' })]);
    expect(twice.map(({ label }) => label)).toEqual(['岭下']);
  });

  test('near points are one mark that falls apart at the scale it names', () => {
    const places = placesOf([at('1', 25.66, 114.77), at('2', 25.68, 114.79), at('3', 47.85, 128.84)]);
    const marksAt = clustersOf(places);
    const far = marksAt(china, 4);
    expect(far.map(({ holds }) => holds.length).toSorted()).toEqual([1, 2]);
    const cluster = far.find(({ holds }) => holds.length === 2)!;
    expect(cluster.place).toBeUndefined();
    expect(marksAt(china, cluster.opensAt - 1)).toHaveLength(2);
    expect(marksAt(china, cluster.opensAt)).toHaveLength(3);
    // Between whole scales, as a pinch leaves them.
    expect(marksAt(china, 4.7)).toHaveLength(2);
  });

  test('a hundred places are never more marks than there is room for, and none is lost', () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      at(String(n), 22 + (n % 10) * 0.3, 110 + Math.floor(n / 10) * 0.3),
    );
    for (const zoom of [3, 6, 9, 12, 17]) {
      const marks = clustersOf(placesOf(many))(china, zoom);
      expect(new Set(marks.flatMap(({ holds }) => holds)).size).toBe(100);
      expect(marks.flatMap(({ holds }) => holds)).toHaveLength(100);
    }
    expect(clustersOf(placesOf(many))(china, 3).length).toBeLessThan(5);
  });

  test('only what is seen is drawn', () => {
    const marksAt = clustersOf(placesOf([at('1', 25.66, 114.77), at('2', 47.85, 128.84)]));
    expect(marksAt([114, 25, 115, 26], 10).map(({ place }) => place?.label)).toEqual(['料行1']);
  });

  test('[C-09] who told no place stands apart from whoever is really there, and does not stretch the map', () => {
    const unknown = at('2', 25.813252, 114.922312, { located: false });
    const places = placesOf([at('1', 25.813252, 114.922312), unknown, at('3', 26, 115)]);
    expect(places.map(({ label, located }) => [label, located])).toEqual([
      ['料行1', true],
      ['位置未填写', false],
      ['料行3', true],
    ]);
    expect(boundsOf([places[1]!, places[2]!])).toEqual([
      [26, 115],
      [26, 115],
    ]);
    expect(boundsOf([places[1]!])).toEqual([
      [25.813252, 114.922312],
      [25.813252, 114.922312],
    ]);
    expect(boundsOf([])).toBeUndefined();
  });
});

describe('[C-03] coordinates', () => {
  test('a point in WGS-84 is moved to where Chinese maps have it', () => {
    // 天安门, as published with the formula.
    const moved = toGcj02({ lat: 39.908823, lng: 116.39747 }, 'WGS-84');
    expect(moved.lat).toBeCloseTo(39.910225, 4);
    expect(moved.lng).toBeCloseTo(116.403714, 4);
    // 赣州: some hundreds of metres, as everywhere in China.
    const ganzhou = { lat: 25.8299, lng: 114.9335 };
    const shifted = toGcj02(ganzhou, 'wgs84');
    const metres = Math.hypot(
      (shifted.lat - ganzhou.lat) * 111_320,
      (shifted.lng - ganzhou.lng) * 111_320 * Math.cos((ganzhou.lat / 180) * Math.PI),
    );
    expect(metres).toBeGreaterThan(200);
    expect(metres).toBeLessThan(900);
  });

  test('a point in GCJ-02, and one abroad, stay where they are', () => {
    const point = { lat: 25.813252, lng: 114.922312 };
    expect(toGcj02(point, 'GCJ-02')).toEqual(point);
    expect(toGcj02({ lat: 52.52, lng: 13.4 }, 'WGS-84')).toEqual({ lat: 52.52, lng: 13.4 });
  });

  test('the link to AMap names the place, longitude first', () => {
    const link = new URL(amapLink({ lat: 25.6602, lng: 114.7719 }, '岭下木料行'));
    expect(link.origin + link.pathname).toBe('https://uri.amap.com/marker');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      position: '114.771900,25.660200',
      name: '岭下木料行',
      coordinate: 'gaode',
    });
  });
});
