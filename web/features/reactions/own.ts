import { useCallback, useEffect, useState } from 'react';
import type { getMyComments, OwnComment } from '../../../contract/reactions.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';
import type { Subject } from './kinds.ts';

const none: readonly OwnComment[] = [];

/** The reader's own comments on something, fetched in the browser: the page itself is the same for everybody. */
export function useOwnComments({ kind, id }: Pick<Subject, 'kind' | 'id'>) {
  const token = useUser()?.token;
  const [found, setFound] = useState<{ of: string; list: readonly OwnComment[] }>();
  const of = `${token}:${kind}:${id}`;
  useEffect(() => {
    if (!token) return;
    let left = false;
    void send(callAt<typeof getMyComments>('/api/Reaction/getMyComments'), { kind, id }).then((reply) => {
      // What was written meanwhile is newer than the answer.
      if (reply.ok && !left)
        setFound((before) => {
          const kept =
            before?.of === of ? before.list.filter((one) => !reply.data.some((same) => same.id === one.id)) : [];
          return { of, list: [...kept, ...reply.data] };
        });
    });
    return () => {
      left = true;
    };
  }, [token, kind, id, of]);
  const own = found?.of === of ? found.list : none;
  const add = useCallback(
    (one: OwnComment) => setFound((before) => ({ of, list: [one, ...(before?.of === of ? before.list : none)] })),
    [of],
  );
  const drop = useCallback(
    (gone: string) => setFound((before) => before && { ...before, list: before.list.filter((one) => one.id !== gone) }),
    [],
  );
  return { own, add, drop };
}
