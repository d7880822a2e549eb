import { Alert, Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Claim, ClaimKind, claimsOf, releaseClaim, takeClaim } from '../../../contract/operator/claims.ts';
import { callAt, send, sendBeside } from '../../client/transport.browser.ts';
import { clockText } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';

const take = callAt<typeof takeClaim>('/api/operator/claimTake');
const release = callAt<typeof releaseClaim>('/api/operator/claimRelease');
const among = callAt<typeof claimsOf>('/api/operator/claims');

/** Seconds after which a claim is renewed while somebody looks; a third of what it lasts (contract/operator/claims.ts). */
const renewed = 60;
/** Seconds after which who waits for a colleague looks again whether it is free. */
const lookedAgain = 5;

export interface ClaimHold {
  claim: Claim | undefined;
  /** a colleague has it: nothing is to be decided here */
  held: boolean;
  takeOver: () => Promise<void>;
}

/**
 * Takes something of a queue for as long as it is looked at: renewed meanwhile, given back on leaving. Whoever may only look on has
 * none, and is told of none. `onFreed` is called when a colleague has let go of it: what is shown may not stand any more.
 */
export function useClaim(
  kind: ClaimKind | undefined,
  id: string | undefined,
  onFreed?: () => void,
): ClaimHold | undefined {
  const [claim, setClaim] = useState<{ of: string; claim: Claim }>();
  const held = useRef(false);
  const freed = useRef(onFreed);
  useEffect(() => {
    freed.current = onFreed;
  });
  const ask = useCallback(
    async (over: '0' | '1') => {
      if (kind === undefined || id === undefined) return;
      const reply = await send(take, { kind, id, over }, { quiet: over === '0' });
      if (!reply.ok) return;
      setClaim({ of: id, claim: reply.data });
      if (held.current && reply.data.mine && over === '0') freed.current?.();
      held.current = !reply.data.mine;
    },
    [kind, id],
  );
  useEffect(() => {
    if (kind === undefined || id === undefined) return undefined;
    held.current = false;
    const begin = setTimeout(() => void ask('0'));
    let since = 0;
    const timer = setInterval(() => {
      since += lookedAgain;
      if (document.visibilityState !== 'visible' || (since < renewed && !held.current)) return;
      since = 0;
      void ask('0');
    }, lookedAgain * 1000);
    // Who was away, or had no network, may have lost it meanwhile.
    const again = () => {
      if (document.visibilityState === 'visible') void ask('0');
    };
    // A tab that is closed lets go as well; a page that is only loaded again, or brought back from the browser's memory, takes it anew.
    const leave = () => sendBeside(release, { kind, id, leaving: '1' });
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(begin);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
      window.removeEventListener('pagehide', leave);
      void send(release, { kind, id }, { quiet: true });
    };
  }, [kind, id, ask]);
  if (kind === undefined || id === undefined) return undefined;
  const own = claim?.of === id ? claim.claim : undefined;
  return { claim: own, held: own !== undefined && !own.mine, takeOver: () => ask('1') };
}

/** Who has it, where it is not the one who looks. */
export function ClaimBanner({ claim: hold }: { claim: ClaimHold | undefined }) {
  const [busy, once] = useSending();
  if (!hold?.held || !hold.claim) return null;
  const { by, until, takable } = hold.claim;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginBottom: 8 }}
      title={`${by}正在处理这一件。离开或到 ${clockText(until * 1000)} 没有继续，就轮到您`}
      action={
        takable && (
          <Button size="small" loading={busy} onClick={() => void once(hold.takeOver)}>
            由我接手
          </Button>
        )
      }
    />
  );
}

/** Who is dealing with which of these rows; asked whenever the list has come anew. */
export function useTaken(kind: ClaimKind | undefined, ids: string, answer: unknown): ReadonlyMap<string, string> {
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(nobody);
  useEffect(() => {
    if (kind === undefined || ids === '' || answer === undefined) return undefined;
    let over = false;
    void send(among, { kind, ids: ids.split(',') }, { quiet: true }).then((reply) => {
      if (!over && reply.ok) setTaken(new Map(reply.data.map(({ id, mine, by }) => [id, mine ? '我' : by])));
    });
    return () => {
      over = true;
    };
  }, [kind, ids, answer]);
  return taken;
}

const nobody: ReadonlyMap<string, string> = new Map();
