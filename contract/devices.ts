import { z } from 'zod';
import { defineCall } from './call.ts';
import { recordId } from './wire.ts';

export const deviceKinds = ['phone', 'tablet', 'computer', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** One place where the caller is signed in. */
export const device = z.object({
  id: z.string(),
  kind: z.enum(deviceKinds),
  /** in words: Windows 电脑 · Edge 浏览器 */
  name: z.string(),
  /** where it was signed in, half of it masked; '' where it is not known */
  address: z.string(),
  /** seconds since 1970: signed in, and last heard of (within ten minutes; a minute at the console) */
  signed_in: z.number().int(),
  last_seen: z.number().int(),
  /** the one that asks */
  current: z.boolean(),
});
export type Device = z.output<typeof device>;

export const getDevices = defineCall({
  path: '/api/Auth/getDevices',
  auth: 'user',
  input: z.object({}),
  output: z.array(device),
  summary: 'Where the caller is signed in: this device first, then those heard of last.',
});

export const endDevice = defineCall({
  path: '/api/Auth/endDevice',
  auth: 'user',
  input: z.object({ id: recordId('设备编号') }),
  output: z.object({}),
  summary: 'Ends one own session elsewhere, at once. One that has ended already is no error.',
});

export const endOtherDevices = defineCall({
  path: '/api/Auth/endOtherDevices',
  auth: 'user',
  input: z.object({}),
  output: z.object({ ended: z.number().int() }),
  summary: 'Ends every own session but this one.',
});
