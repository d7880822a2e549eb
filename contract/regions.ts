import { regionsData } from './regions-data.ts';

export interface Region {
  /** what is stored and sent: 2 digits for a province, 4 or 6 for a city (GB/T 2260) */
  readonly code: string;
  readonly name: string;
}

export interface Province extends Region {
  /** prefecture-level cities; districts in municipalities, Hong Kong and Macao */
  readonly cities: readonly Region[];
}

/** All 34 provincial-level divisions with their cities (feature X-04). */
export const provinces: readonly Province[] = regionsData.map(({ code, name, cities }) => ({
  code,
  name,
  cities: cities.split(' ').map((word) => {
    const digits = /^\d+/.exec(word)?.[0] ?? '';
    return { code: digits, name: word.slice(digits.length) };
  }),
}));

const provinceByCode = new Map(provinces.map((province) => [province.code, province]));
const nameByCode = new Map(provinces.flatMap((p) => [p, ...p.cities]).map(({ code, name }) => [code, name]));

/** '3607' → '赣州市'; '' for a code that is none. */
export const regionName = (code: string): string => nameByCode.get(code) ?? '';

/** ['36', '3607'] → '江西省赣州市', ['11', '110105'] → '北京市朝阳区'. */
export const regionPath = (codes: readonly string[]): string => codes.map(regionName).join('');

/** Whether the city lies in the province. */
export const isRegionPair = (province: string, city: string): boolean =>
  provinceByCode.get(province)?.cities.some(({ code }) => code === city) ?? false;
