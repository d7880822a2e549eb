import { z } from 'zod';
import { passwordField, smsCodeField } from './accounts.ts';
import { defineCall } from './call.ts';
import { optional } from './wire.ts';

/** Days that an archive lies ready; it is removed afterwards. */
export const exportDays = 7;

/** Where a sealed address of {@link openDataExport} lies. */
export const exportPath = '/api/account/export/';

/** That it is really oneself: by the password, or by a code texted to one's own number. */
const proof = {
  password: optional(passwordField.schema),
  code: optional(smsCodeField.schema),
};

/** '' nothing was asked for yet; asked: being made */
export const exportStates = ['', 'asked', 'ready', 'failed', 'gone'] as const;

const dataExport = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  /** of the archive, once it is ready */
  bytes: z.number().int(),
  /** seconds since 1970; 0 for none */
  asked_at: z.number().int(),
  expires_at: z.number().int(),
  /** when the next may be asked for */
  next_at: z.number().int(),
});
export type DataExport = z.output<typeof dataExport>;

export const getDataExport = defineCall({
  path: '/api/account/getDataExport',
  auth: 'user',
  input: z.object({}),
  output: dataExport,
  summary: 'The newest archive of one’s data and what has become of it.',
});

export const askDataExport = defineCall({
  path: '/api/account/askDataExport',
  auth: 'user',
  input: z.object(proof),
  output: dataExport,
  summary: 'Has an archive of one’s data made, proven by password or texted code (type 3); one a day.',
});

export const openDataExport = defineCall({
  path: '/api/account/openDataExport',
  auth: 'user',
  input: z.object({}),
  output: z.object({ url: z.string() }),
  summary: 'An address that opens one’s own archive for ten minutes, while this sign-in lasts.',
});
