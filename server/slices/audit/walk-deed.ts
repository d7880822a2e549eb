import type { OperatorRole } from '../../calls/context.ts';
import type { Portal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** One deed: what is sent, and what it leaves in the record. */
export interface Deed {
  input: Record<string, string>;
  /** whose session sends it; an admin's unless told otherwise. `null`: nobody's, who proves in the call who they are */
  by?: { id: string } | null;
  /** of the session, where it matters which */
  token?: string;
  /** who is refused: a role that may not, or what is sent instead */
  refused: OperatorRole | { input: Record<string, string> };
  action: string;
  /** given what the call answered; an empty id for one that the call does not tell */
  subject: (data: Facts) => readonly [kind: string, id: string];
  before: Facts;
  after: Facts;
  why?: string;
  /** who is noted where nobody's session sends it */
  actorId?: string;
}

/** Whose entry is not their own to leave: with the reason why nothing is noted. */
export type Scene = { unnoted: string } | ((portal: Portal, me: { id: string }) => Promise<Deed>);

export const at = (kind: string, id: string) => () => [kind, id] as const;
export const day = 86_400_000;
export const reason = '按规定处理，原因写在这里';

export const person = (portal: Portal, more: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(portal.db, { now: portal.clock.now(), ...more });
export const signedIn = async (portal: Portal, more?: Parameters<typeof buildUser>[1]) =>
  portal.as(await person(portal, more));
