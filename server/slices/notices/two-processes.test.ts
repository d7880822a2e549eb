import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { livePath } from '../../../contract/live.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { createApp } from '../../app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { parseSettings } from '../../settings.ts';
import { httpClient } from '../../testing/http-client.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { certificationDecided } from '../certification/events.ts';

const redis = process.env['REDIS_URL'];

describe.skipIf(!redis)('two processes over Redis', () => {
  it('[Z-08] a notice made on one reaches a listener on the other', async () => {
    const env = { REDIS_URL: redis ?? '' };
    const near = await startPortal({ env });
    const { services } = near.app;
    const far = await createApp({
      settings: parseSettings({ NODE_ENV: 'test', OMO_LOG_LEVEL: 'error', OMO_DATA_DIR: near.dataDir, ...env }),
      db: near.db,
      log: services.log,
      clock: near.clock,
    });
    const url = await far.fastify.listen({ host: '127.0.0.1', port: 0 });
    afterAll(() => far.close());

    const { id: userId, token } = await buildUser(near.db, { now: near.clock.now() });
    const abort = new AbortController();
    const response = await fetch(`${url}${livePath}`, { headers: { authorization: token }, signal: abort.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const hears = (async () => {
      for (let more = true; more && !text.includes('data: notice/');) {
        const { value = '', done } = (await reader?.read()) ?? { done: true };
        text += value;
        more = !done;
      }
    })();
    const happens = () =>
      inTransaction(near.db, (tx) =>
        services.outbox.emit(tx, certificationDecided, {
          userId,
          certificationId: uuid(),
          decision: 'passed',
          cause: uuid(),
        }),
      );
    let heard = false;
    void hears.then(() => (heard = true));
    // Told until it is heard: a subscription takes a moment to stand.
    await expect
      .poll(
        async () => {
          if (heard) return true;
          await happens();
          await near.app.worker.tick();
          return heard;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    const last = Number(/notice\/(\d+)/.exec(text)?.[1]);
    const { items } = dataOf(await httpClient(url, token)(noticesAfter, { after: '0' }));
    expect(items.map(({ seq }) => seq)).toContain(last);
    abort.abort();
  });
});
