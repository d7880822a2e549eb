import { describe, expect, test } from 'vitest';
import { areaList, getAreaList } from './reference.ts';
import { isRegionPair, provinces, regionName, regionPath } from './regions.ts';

describe('[X-04] regions', () => {
  test('all 34 provincial-level divisions are there, each with cities', () => {
    expect(provinces).toHaveLength(34);
    expect(provinces.filter(({ cities }) => cities.length === 0)).toEqual([]);
    const names = provinces.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['北京市', '新疆维吾尔自治区', '香港特别行政区', '澳门特别行政区', '台湾省']),
    );
  });

  test('codes are unique, and a city carries the code of its province', () => {
    const codes = provinces.flatMap((province) => [province.code, ...province.cities.map(({ code }) => code)]);
    expect(new Set(codes).size).toBe(codes.length);
    for (const province of provinces)
      for (const city of province.cities) {
        expect(city.code).toMatch(/^\d{4}(\d{2})?$/);
        expect(city.code.startsWith(province.code)).toBe(true);
        expect(city.name).toMatch(/^[\u4e00-\u9fff（）]{2,}$/);
      }
  });

  test('a code gives its name, a pair its path', () => {
    expect(regionName('36')).toBe('江西省');
    expect(regionPath(['36', '3607'])).toBe('江西省赣州市');
    expect(regionPath(['11', '110105'])).toBe('北京市朝阳区');
    expect(regionName('99')).toBe('');
    expect(isRegionPair('36', '3607')).toBe(true);
    expect(isRegionPair('44', '3607')).toBe(false);
    expect(isRegionPair('81', '810001')).toBe(true);
  });

  test('the call answers a provice array and a city map that fit its output', () => {
    const data = getAreaList.output.parse(areaList);
    expect(data.provice).toHaveLength(34);
    expect(data.city['36']).toContainEqual({ id: '3607', name: '赣州市' });
    expect(Object.keys(data.city)).toHaveLength(34);
  });
});
