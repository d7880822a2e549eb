import type { FastifyInstance } from 'fastify';
import { ForgedNotification, type Gateway, type RawAnswer, type RawRequest } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import { settlePayOut } from '../wallet/pay-out.ts';
import { settle } from './settle.ts';

/** bytes of the largest notification */
const largest = 64 * 1024;

/** Where gateways tell what became of payments. Bytes, not a form: a signature is over what came. */
export async function mountNotifications(fastify: FastifyInstance, services: Services): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    );
    for (const gateway of services.gateways.all) {
      scope.post(`/api/pay/notify/${gateway.name}`, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { status, type, body: text } = await hear(services, gateway, { headers: request.headers, body });
        return reply.code(status).type(type).send(text);
      });
    }
  });
}

/** Acknowledged only once what it says is committed; whatever goes wrong, the gateway is asked to say it again. */
async function hear(services: Services, gateway: Gateway, request: RawRequest): Promise<RawAnswer> {
  const { taken, again } = gateway.acknowledgement;
  const { log } = services;
  try {
    const said = await gateway.readNotification(request);
    if (said.kind === 'payOut') await settlePayOut(services, said.ourPayOutId, said.state);
    // Whoever asked for a refund asks what became of it.
    if (said.kind !== 'payment') return taken;
    const { eventId, ourPaymentId, state } = said;
    const verdict = await settle(services, { way: gateway.name, ourPaymentId, state, eventId });
    if (verdict !== 'unknown payment') return taken;
    log.error({ gateway: gateway.name, ourPaymentId }, 'a gateway tells of a payment that is in no book');
    return again;
  } catch (error) {
    if (error instanceof ForgedNotification) {
      log.warn({ gateway: gateway.name, problem: error.message }, 'a notification was refused');
      return { status: 400, type: 'text/plain', body: 'refused' };
    }
    log.error({ err: error, gateway: gateway.name }, 'a notification could not be taken');
    return again;
  }
}
