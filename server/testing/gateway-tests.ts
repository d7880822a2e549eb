import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll } from 'vitest';
import type { NewPayment } from '../adapters/gateway/gateway.ts';
import { type GatewayStand, startReceiver } from './gateway-stand.ts';

/**
 * What the tests beside each vendor's gateway begin with: one receiver of notifications for a file, and stands that end with
 * the test that started them.
 */
export function gatewayTests<Stand extends GatewayStand, Options extends unknown[]>(
  launch: (notifyUrl: string, ...options: Options) => Promise<Stand>,
) {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    return receiver.stop;
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return {
    receiver: () => receiver,
    /** Ends with the test. */
    closing: (close: () => Promise<void>) => void closers.push(close),
    async start(...options: Options): Promise<Stand> {
      const stand = await launch(receiver.url, ...options);
      closers.push(stand.stop);
      receiver.answer(stand.gateway.acknowledgement.taken);
      return stand;
    },
    newPayment: ({ clock }: Pick<Stand, 'clock'>, change: Partial<NewPayment> = {}): NewPayment => ({
      ourPaymentId: randomUUID(),
      fen: 1000,
      subject: '首款',
      expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
      payerAddress: '203.0.113.7',
      device: 'desktop',
      returnUrl: 'https://omo.example/omo/?a=1&b=2',
      notifyUrl: receiver.url,
      ...change,
    }),
  };
}

/** What was thrown, to be looked at as a value. */
export const errorOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'no error',
    (error: unknown) => error,
  );
