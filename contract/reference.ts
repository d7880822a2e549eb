import { z } from 'zod';
import { defineCall } from './call.ts';
import { provinces } from './regions.ts';

const region = z.object({ id: z.string(), name: z.string() });

/** Provinces and their cities (specification §7; `provice` is the wire's spelling). The ids are region codes. */
export const getAreaList = defineCall({
  path: '/api/Web/getAreaList',
  method: 'GET',
  auth: 'anyone',
  input: z.object({}),
  output: z.object({ provice: z.array(region), city: z.record(z.string(), z.array(region)) }),
  summary: 'All 34 provincial-level divisions of China with their cities.',
});

const sent = ({ code, name }: { code: string; name: string }) => ({ id: code, name });

/** What the call answers; the same for everyone until the data is raised. */
export const areaList = {
  provice: provinces.map(sent),
  city: Object.fromEntries(provinces.map(({ code, cities }) => [code, cities.map(sent)])),
};
