import type { FastifyInstance } from 'fastify';
import { cashierPath } from './sandbox.ts';

/** What an answer of the sandbox keeps on its way through the portal. */
const kept = ['content-type', 'cache-control', 'content-security-policy', 'referrer-policy', 'location', 'refresh'];

/** Lets visitors reach the sandbox's page to pay on, which listens on this machine only, under the portal's own address. */
export async function mountCashier(fastify: FastifyInstance, url: string): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: `${cashierPath}/:token`,
      handler: async (request, reply) => {
        const answer = await fetch(`${url}/cashier/${encodeURIComponent(request.params.token)}`, {
          method: request.method,
          redirect: 'manual',
          ...(request.method === 'POST' && { body: new Uint8Array((request.body as Buffer | undefined) ?? []) }),
        }).catch(() => undefined);
        if (!answer)
          return reply.code(502).type('text/plain; charset=utf-8').send('沙箱支付通道没有响应，请稍后刷新本页');
        for (const name of kept) {
          const value = answer.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        return reply
          .code(answer.status)
          .header('x-content-type-options', 'nosniff')
          .send(await answer.text());
      },
    });
  });
}
