import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { signatureHeaders } from './signing.ts';
import { type Due, stateOf, type Till } from './till.ts';

/** milliseconds until the next try after each that was not acknowledged; the last one goes on */
const delays = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000];
/** milliseconds that the portal has to answer in */
const patience = 10_000;

export const notificationPurpose = 'notification';

/** The body of a notification, as the portal gets it; moments as ISO 8601. */
export interface NotificationBody {
  readonly eventId: string;
  readonly merchant: string;
  readonly ourPaymentId: string;
  readonly status: 'waiting' | 'paid' | 'closed' | 'unknown';
  readonly fen: number;
  readonly gatewayNumber: string;
  readonly paidAt: string | null;
}

/** What a notification says of a payment. */
export function notificationBody({ event, payment }: Pick<Due, 'event' | 'payment'>, merchant: string): string {
  const { status, fen, gatewayNumber, paidAt } = stateOf(payment);
  const { ourPaymentId } = payment.asked;
  const at = paidAt?.toISOString() ?? null;
  const body: NotificationBody = { eventId: event, merchant, ourPaymentId, status, fen, gatewayNumber, paidAt: at };
  return JSON.stringify(body);
}

export interface Notifier {
  /** Something has happened: looks at once. */
  look(): void;
  stop(): Promise<void>;
}

/** Tells the portal what it has not heard yet, again and again with growing delays until it says that it has. */
export function startNotifier(till: Till, key: KeyObject, merchant: string, clock: Clock): Notifier {
  const tries = new Map<string, { count: number; next: number }>();
  const sending = new Set<Promise<void>>();
  const busy = new Set<string>();
  const abort = new AbortController();

  async function send(due: Due): Promise<void> {
    const { event, payment, times } = due;
    for (let time = 0; time < times; time += 1) {
      const body = notificationBody(due, merchant);
      const response = await fetch(payment.asked.notifyUrl, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders(key, notificationPurpose, body, clock.now()),
        },
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(patience)]),
      });
      const answer = await response.text();
      if (!response.ok || answer !== 'success') throw new Error(`answered ${response.status}`);
    }
    await till.told(due);
    tries.delete(event);
  }

  async function look(): Promise<void> {
    for (const due of await till.due()) {
      const { event } = due;
      const { count, next } = tries.get(event) ?? { count: 0, next: 0 };
      if (abort.signal.aborted || busy.has(event) || Date.now() < next || clock.now() < due.from) continue;
      busy.add(event);
      const sent = send(due)
        .catch(() => {
          const delay = delays[Math.min(count, delays.length - 1)] ?? 0;
          tries.set(event, { count: count + 1, next: Date.now() + delay });
        })
        .finally(() => {
          busy.delete(event);
          sending.delete(sent);
        });
      sending.add(sent);
    }
  }

  const looking = () => void look().catch(() => {});
  const timer = setInterval(looking, 250);
  looking();
  return {
    look: looking,
    stop: async () => {
      clearInterval(timer);
      abort.abort();
      await Promise.all(sending);
    },
  };
}
