import { useEffect } from 'react';
import { onLive } from '../../client/live.ts';
import { createStore, useStore } from '../../client/store.ts';
import { send } from '../../client/transport.browser.ts';
import { whenSeen } from '../../client/when-seen.ts';
import { isMessageTopic, messageCalls } from './calls.ts';

/** How many messages the reader has not read, over all conversations. */
const unread = createStore(0);

/** What a call has just answered is newer than what was asked before. */
export const setUnread = (count: number) => unread.set(count);

async function ask(): Promise<void> {
  const reply = await send(messageCalls.unread, {}, { quiet: true });
  if (reply.ok) unread.set(reply.data.unread);
}

/** The number, kept right while something shows it. `listening`: somebody is signed in. */
export function useUnread(listening: boolean): number {
  useEffect(() => {
    if (!listening) {
      unread.set(0);
      return;
    }
    const asking = whenSeen(() => void ask());
    asking.ask();
    const off = onLive((topic) => {
      if (isMessageTopic(topic)) asking.ask();
    });
    return () => {
      off();
      asking.end();
    };
  }, [listening]);
  return useStore(unread, 0);
}
