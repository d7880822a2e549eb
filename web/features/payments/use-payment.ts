import { useCallback, useEffect, useRef, useState } from 'react';
import { isLive, onLive } from '../../client/live.ts';
import { send } from '../../client/transport.browser.ts';
import { checkCall, type Payment } from './calls.ts';

/** Milliseconds between questions while the server can tell us by itself, and while it cannot. */
const asking = { live: 12_000, alone: 3000 };

/**
 * A payment as it stands, while it is open: told by the server, asked for where that fails, and asked at once when the
 * reader comes back to the page. `onSettled` is called once when it stops being open.
 */
export function usePayment(initial: Payment, onSettled: (payment: Payment) => void): [Payment, () => Promise<void>] {
  const [payment, setPayment] = useState(initial);
  const { paymentId } = payment;
  const open = payment.status === 'open';
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });

  const read = useCallback(async () => {
    const reply = await send(checkCall, { paymentId }, { quiet: true });
    const found = reply.ok ? reply.data.payment : null;
    if (!found) return;
    setPayment((before) => {
      if (before.status === 'open' && found.status !== 'open') queueMicrotask(() => settled.current(found));
      return before.status === 'open' ? found : before;
    });
  }, [paymentId]);

  useEffect(() => {
    if (!open) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(() => void read().finally(later), isLive() ? asking.live : asking.alone);
    };
    later();
    const off = onLive((topic) => {
      if (topic === null || topic === `payment/${paymentId}`) void read();
    });
    const back = () => document.visibilityState === 'visible' && void read();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('pageshow', back);
    return () => {
      clearTimeout(timer);
      off();
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('pageshow', back);
    };
  }, [open, paymentId, read]);

  return [payment, read];
}
