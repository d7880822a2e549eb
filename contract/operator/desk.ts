import { z } from 'zod';
import { defineCall } from '../call.ts';
import { operatorRoleKeys } from './roles.ts';

export const getDesk = defineCall({
  path: '/api/operator/desk',
  auth: 'operator',
  input: z.object({}),
  output: z.object({
    roles: z.array(z.enum(operatorRoleKeys)),
    /** parts of the console that the one who asks may open, and how much waits there; null where nothing ever waits */
    parts: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        waiting: z.number().int().nullable(),
        /** seconds; since when the longest waits; null where nothing does */
        oldest: z.number().int().nullable(),
      }),
    ),
    /** parts that the one who asks may not open, and who may: for who comes to their address all the same */
    shut: z.array(z.object({ key: z.string(), name: z.string(), roles: z.array(z.enum(operatorRoleKeys)) })),
  }),
  summary: 'What an operator may do, and how much waits',
});
