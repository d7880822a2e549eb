import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { type ClaimKind, claimsOf, releaseClaim, takeClaim } from '../../../contract/operator/claims.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { queueList } from '../../../contract/operator/queues.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller, OperatorRole, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';
import { claim, claimsAmong, release } from './claims.ts';
import { hasRole, needRole } from './policy.ts';
import { presentQueues, type Queues } from './queues.ts';

/** How much waits in a queue, and since when the longest does. */
export interface Waiting {
  readonly count: number;
  /** null where nothing waits */
  readonly since: Date | null;
}

/** Two that are one queue to those who work at it. */
export const bothWaiting = (one: Waiting, other: Waiting): Waiting => {
  const [a, b] = [one.since, other.since];
  return { count: one.count + other.count, since: a === null || b === null ? (a ?? b) : a < b ? a : b };
};

/** A part of the operators' console; each slice that has one brings it along. */
export interface DeskPart {
  /** last part of its address under `/console/` */
  readonly key: string;
  readonly name: string;
  /** who may open it */
  readonly roles: readonly OperatorRole[];
  /** what waits there to be done, by the one who asks where not everybody may do it */
  readonly waiting?: (db: Kysely<DB>, caller: Caller) => Promise<Waiting>;
  /** where its list is several queues: what stands in each, in the order of its tabs */
  readonly queues?: (context: SignedInContext) => Promise<Queues>;
  /** what in it is dealt with by one operator at a time, and who may */
  readonly claims?: { readonly kind: ClaimKind; readonly roles: readonly OperatorRole[] };
}

export function deskCalls(parts: readonly DeskPart[]): AnyImplementation[] {
  const rolesOf = (kind: ClaimKind): readonly OperatorRole[] => {
    const found = parts.find(({ claims }) => claims?.kind === kind)?.claims;
    if (!found) throw new Refusal('not_found', '没有这个队列');
    return found.roles;
  };
  return [
    implement(getDesk, async (_input, { db, caller }) => {
      const open = parts.filter(({ roles }) => hasRole(caller, roles));
      const told = open.map(async ({ key, name, waiting: count }) => {
        const found = await count?.(db, caller);
        return {
          key,
          name,
          waiting: found?.count ?? null,
          oldest: found?.since ? seconds(found.since) : null,
        };
      });
      const shut = parts
        .filter((part) => !open.includes(part))
        .map(({ key, name, roles }) => ({ key, name, roles: [...roles] }));
      return { data: { roles: [...caller.operatorRoles], parts: await Promise.all(told), shut } };
    }),
    implement(queueList, async ({ part }, context) => {
      const found = parts.find(({ key }) => key === part);
      needRole(context.caller, found?.roles ?? []);
      if (!found?.queues) throw new Refusal('not_found', '没有这个队列');
      return { data: presentQueues(await found.queues(context)) };
    }),
    implement(takeClaim, async ({ kind, id, over }, context) => {
      needRole(context.caller, rolesOf(kind));
      return { data: await claim(context, { kind, id }, over === '1') };
    }),
    implement(releaseClaim, async ({ kind, id, leaving }, context) => {
      await release(context, { kind, id }, leaving === '1');
      return { data: { id } };
    }),
    implement(claimsOf, async ({ kind, ids }, context) => {
      const part = parts.find(({ claims }) => claims?.kind === kind);
      needRole(context.caller, part?.roles ?? []);
      return { data: await claimsAmong(context, kind, ids) };
    }),
  ];
}
