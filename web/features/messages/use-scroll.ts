import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from './calls.ts';

/** Pixels from an edge that count as being there. */
const near = 120;

/**
 * Where one is in a conversation. It opens at its end and stays there as messages come; who reads further up stays where they
 * are, also when earlier messages are put above, and learns how many came meanwhile. `onSeen` is called whenever the end is
 * in view of somebody who looks at the page, `onTop` whenever the beginning is near.
 */
export function useScroll({
  messages,
  waiting,
  onSeen,
  onTop,
}: {
  messages: readonly Message[];
  /** another one whenever what is on its way looks different */
  waiting: string;
  onSeen: () => void;
  onTop: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef({ first: 0, last: 0, height: 0, top: 0 });
  const [away, setAway] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const hooks = useRef({ onSeen, onTop });
  // Before the effect below, which says that the newest is seen.
  useLayoutEffect(() => {
    hooks.current = { onSeen, onTop };
  });

  const look = useCallback(() => {
    if (atEnd.current && document.visibilityState === 'visible') hooks.current.onSeen();
  }, []);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    before.current.top = scrollTop;
    atEnd.current = scrollHeight - scrollTop - clientHeight < near;
    setAway(!atEnd.current);
    if (scrollTop < near && scrollHeight > clientHeight) hooks.current.onTop();
    if (!atEnd.current) return;
    setUnseen(0);
    look();
  }, [look]);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (!element) return;
    atEnd.current = true;
    element.scrollTop = element.scrollHeight;
    onScroll();
  }, [onScroll]);

  const first = messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const past = before.current;
    if (past.first > 0 && first < past.first) {
      element.scrollTop = past.top + element.scrollHeight - past.height;
    } else if (atEnd.current) {
      element.scrollTop = element.scrollHeight;
    } else if (last > past.last) {
      const came = messages.filter(({ seq, mine }) => seq > past.last && !mine).length;
      setUnseen((count) => count + came);
    }
    before.current = { first, last, height: element.scrollHeight, top: element.scrollTop };
    look();
  }, [messages, first, last, waiting, look]);

  // Pictures that arrive, the composer that grows, a keyboard that opens: the end stays in view.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    watcher.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      watcher.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [look]);

  return { box, onScroll, toEnd, away, unseen };
}
