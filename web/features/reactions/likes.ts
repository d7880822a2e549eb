import { useEffect } from 'react';
import type { getLiked } from '../../../contract/reactions.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { createStore, useStore } from '../../client/store.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { currentUser, useUser } from '../../session.ts';

/**
 * What the signed-in reader has liked. Pages are the same for everybody, so the flags come afterwards: every like button says
 * which thing it is of, and those that said so at the same moment are asked about together, in one call a kind.
 */

type Flags = ReadonlyMap<string, boolean>;

const none: Flags = new Map();
const flags = createStore<Flags>(none);
/** whose flags they are */
let owner: string | undefined;
const asked = new Set<string>();
const waiting = new Map<SubjectKind, Set<string>>();
let planned = false;

/** The server takes so many at a time. */
const atMost = 100;

const keyOf = (kind: SubjectKind, id: string) => `${kind}:${id}`;

export function setFlag(kind: SubjectKind, id: string, liked: boolean): void {
  flags.set((before) => new Map(before).set(keyOf(kind, id), liked));
}

function want(kind: SubjectKind, id: string): void {
  const token = currentUser()?.token;
  if (owner !== token) {
    owner = token;
    asked.clear();
    waiting.clear();
    flags.set(none);
  }
  if (token === undefined || asked.has(keyOf(kind, id))) return;
  asked.add(keyOf(kind, id));
  waiting.set(kind, (waiting.get(kind) ?? new Set()).add(id));
  if (planned) return;
  planned = true;
  // After all buttons of this rendering have spoken.
  queueMicrotask(() => {
    planned = false;
    for (const [one, ids] of waiting) void ask(one, [...ids]);
    waiting.clear();
  });
}

async function ask(kind: SubjectKind, ids: readonly string[]): Promise<void> {
  const token = owner;
  for (let from = 0; from < ids.length; from += atMost) {
    const some = ids.slice(from, from + atMost);
    const reply = await send(callAt<typeof getLiked>('/api/Reaction/getLiked'), { kind, ids: some.join(',') });
    if (owner !== token) return;
    if (!reply.ok) {
      // Asked again by the next page that shows them; nothing is said: without flags the hearts are just empty.
      for (const id of some) asked.delete(keyOf(kind, id));
      continue;
    }
    const liked = new Set(reply.data.liked);
    flags.set((before) => {
      const after = new Map(before);
      // What was pressed meanwhile is newer than the answer.
      for (const id of some) if (!after.has(keyOf(kind, id))) after.set(keyOf(kind, id), liked.has(id));
      return after;
    });
  }
}

/** Whether the reader has liked it; false as long as nobody knows. */
export function useLiked(kind: SubjectKind, id: string): boolean {
  const user = useUser();
  const known = useStore(flags, none);
  const token = user?.token;
  useEffect(() => want(kind, id), [kind, id, token]);
  return token !== undefined && token === owner && (known.get(keyOf(kind, id)) ?? false);
}
