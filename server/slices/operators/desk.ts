import type { Kysely } from 'kysely';
import { getDesk } from '../../../contract/operator/desk.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';
import { hasRole } from './policy.ts';

/** A part of the operators' console; each slice that has one brings it along. */
export interface DeskPart {
  /** last part of its address under `/console/` */
  readonly key: string;
  readonly name: string;
  /** who may open it */
  readonly roles: readonly OperatorRole[];
  /** how much waits there to be done */
  readonly waiting?: (db: Kysely<DB>) => Promise<number>;
}

export const deskCalls = (parts: readonly DeskPart[]): AnyImplementation[] => [
  implement(getDesk, async (_input, { db, caller }) => {
    const open = parts.filter(({ roles }) => hasRole(caller, roles));
    const told = open.map(async ({ key, name, waiting }) => ({ key, name, waiting: (await waiting?.(db)) ?? null }));
    return { data: { roles: [...caller.operatorRoles], parts: await Promise.all(told) } };
  }),
];
