import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { livePath } from '../../contract/live.ts';
import { memoryBus } from '../bus.ts';
import { inTransaction } from '../db/transaction.ts';
import { startPortal } from '../testing/portal.ts';
import { buildUser } from '../slices/accounts/build.ts';
import { mountLive } from './live.ts';
import { tellUser } from './topics.ts';

const portal = await startPortal();
const { services } = portal.app;
const person = () => buildUser(portal.db, { now: portal.clock.now() });

/** Listens as a browser does; `next` waits for the next topic, null once the line was ended. */
async function listen(token?: string) {
  const abort = new AbortController();
  const response = await fetch(`${portal.url}${livePath}`, {
    headers: token === undefined ? {} : { authorization: token },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string | null> => {
    for (;;) {
      const found = /data: (.*)\n\n/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return found[1] ?? '';
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return null;
      text += value;
    }
  };
  return { response, next, stop: () => abort.abort() };
}

const tell = (userId: string, id: string, fail = false) =>
  inTransaction(portal.db, async (tx) => {
    tellUser(tx, services.bus, userId, `payment/${id}`);
    if (fail) throw new Error('rolled back');
  });

test('whoever is signed in hears what concerns them, in order, and nobody else does', async () => {
  const [one, other] = [await person(), await person()];
  const [first, second, stranger] = [await listen(one.token), await listen(one.token), await listen(other.token)];
  expect(first.response.headers.get('content-type')).toContain('text/event-stream');
  await expect(tell(one.id, 'never', true)).rejects.toThrow('rolled back');
  await tell(one.id, '1');
  await tell(one.id, '2');
  await tell(other.id, '3');
  for (const listener of [first, second])
    expect([await listener.next(), await listener.next()]).toEqual(['payment/1', 'payment/2']);
  expect(await stranger.next()).toBe('payment/3');
  for (const listener of [first, second, stranger]) listener.stop();
});

test('without a sign-in there is nothing to hear, and the token is not taken from the address', async () => {
  const { token } = await person();
  expect((await listen()).response.status).toBe(401);
  expect((await listen('x'.repeat(43))).response.status).toBe(401);
  expect((await fetch(`${portal.url}${livePath}?token=${token}`)).status).toBe(401);
});

test('more than eight at once: the oldest is let go, the others stay', async () => {
  const { id, token } = await person();
  const all = [];
  for (let n = 0; n < 9; n += 1) all.push(await listen(token));
  expect(await all[0]?.next()).toBeNull();
  await tell(id, '4');
  expect(await all[8]?.next()).toBe('payment/4');
  for (const listener of all) listener.stop();
});

test('closing the portal ends every line, so that it does not wait for those who listen', async () => {
  const own = await startPortal();
  const { token } = await buildUser(own.db, { now: own.clock.now() });
  const response = await fetch(`${own.url}${livePath}`, { headers: { authorization: token } });
  await own.app.fastify.close();
  expect(await response.text()).toBe(': \n\n');
});

test('whoever has gone while their token was looked at is not waited for', async () => {
  const bus = memoryBus();
  const fastify = Fastify();
  const looked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let looks = 0;
  const caller = { userId: 'one', sessionId: 's', accountType: 1, operates: false, operatorRoles: [] } as const;
  await mountLive(fastify, { ...services, bus }, async () => {
    looks += 1;
    looked.resolve();
    await gone.promise;
    return { ...caller, operatorRoles: [] };
  });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const closed = new Promise<void>((resolve) => {
    fastify.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const abort = new AbortController();
  const asked = fetch(`${url}${livePath}`, { headers: { authorization: 'x'.repeat(43) }, signal: abort.signal });
  await looked.promise;
  abort.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  await closed;
  gone.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  // Every listener's token would be looked at now.
  bus.publish({ tags: ['sessions:one'] });
  expect(looks).toBe(1);
  await fastify.close();
});
