import { useEffect } from 'react';
import type { certifyList } from '../../../contract/certification.ts';
import { onLive } from '../../client/live.ts';
import { createStore, useStore } from '../../client/store.ts';
import { callAt, send } from '../../client/transport.browser.ts';

/** Where somebody's certification stands, for the menu: a number of the contract's, null for none. */
interface Standing {
  /** whose it is */
  readonly token: string;
  readonly status: number | null;
}

const standing = createStore<Standing | undefined>(undefined);

/** Asks anew; the menu and whatever else shows it follow. */
export async function loadStanding(token: string): Promise<void> {
  const call = callAt<typeof certifyList>('/api/Personal/certifyList');
  const reply = await send(call, { page: '1', pageSize: '1' }, { quiet: true });
  if (reply.ok) standing.set({ token, status: reply.data[0]?.status ?? null });
}

/** Undefined before it is known. Follows an operator's decision while the page is open. */
export function useStanding(token: string | undefined): number | null | undefined {
  const known = useStore(standing, undefined);
  useEffect(() => {
    if (token === undefined) return undefined;
    void loadStanding(token);
    return onLive((topic) => {
      if (topic === 'certification') void loadStanding(token);
    });
  }, [token]);
  return known?.token === token ? known?.status : undefined;
}
