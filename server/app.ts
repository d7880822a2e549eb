import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { validateTable } from '../contract/process/validate.ts';
import { stages as theStages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { type Gateways, noGateways } from './adapters/gateway/open.ts';
import { openLive } from './adapters/live/live.ts';
import type { Moderation } from './adapters/moderation/moderation.ts';
import { wordList } from './adapters/moderation/word-list.ts';
import { outboxSms } from './adapters/sms/outbox.ts';
import type { Sms } from './adapters/sms/sms.ts';
import { openStorage } from './adapters/storage/open.ts';
import { mountStoragePost } from './adapters/storage/post-endpoint.ts';
import type { Services } from './calls/context.ts';
import { createDispatcher, type Dispatcher, refused } from './calls/dispatch.ts';
import { answer, mountCalls, requestId, unreadable } from './calls/http.ts';
import { type Bus, memoryBus } from './bus.ts';
import { redisBus } from './bus-redis.ts';
import type { AnyImplementation } from './calls/implement.ts';
import { type Limits, memoryLimits } from './calls/limits.ts';
import { redisLimits } from './calls/limits-redis.ts';
import { openapi } from './calls/openapi.ts';
import { type Clock, systemClock } from './clock.ts';
import type { DB } from './db/schema.ts';
import { mountFound } from './found/found.ts';
import type { FoundSource } from './found/source.ts';
import { mountHealth } from './health.ts';
import type { Consumer, Sweep } from './outbox/events.ts';
import { mountLive } from './live/live.ts';
import { startJobs } from './outbox/outbox.ts';
import { createWorker, type Worker } from './outbox/worker.ts';
import { proofChecks } from './proofs.ts';
import { readSecret } from './secret.ts';
import type { Settings } from './settings.ts';
import { accountCalls } from './slices/accounts/calls.ts';
import { rememberCallers } from './slices/accounts/sessions.ts';
import { accountSweep } from './slices/accounts/sweep.ts';
import { stageCaseCalls } from './slices/cases/calls.ts';
import { caseSource } from './slices/cases/found.ts';
import { stageDemandCalls } from './slices/demands/calls.ts';
import { demandSource } from './slices/demands/found.ts';
import { countsSweep } from './slices/demands/lists.ts';
import { contentCalls } from './slices/content/calls.ts';
import { figureCalls } from './slices/figures/calls.ts';
import { proofCalls, ledgerDesk } from './slices/ledger/proof-calls.ts';
import { proofSweep } from './slices/ledger/proofs.ts';
import { deskCalls } from './slices/operators/desk.ts';
import { disputeCalls } from './slices/orders/disputes/calls.ts';
import { disputeDesk, operatorDisputeCalls } from './slices/orders/disputes/operator-calls.ts';
import { orderCalls } from './slices/orders/calls.ts';
import { inspectionCalls } from './slices/orders/inspection/calls.ts';
import { sweepOrders } from './slices/orders/clock.ts';
import { paymentCalls } from './slices/payments/calls.ts';
import { mountNotifications } from './slices/payments/notify.ts';
import { paymentSweep } from './slices/payments/sweep.ts';
import { orderWorkCalls } from './slices/orders/work/calls.ts';
import { mountContractFiles } from './slices/orders/work/contract-file.ts';
import { standingConsumers } from './slices/orders/work/standing.ts';
import { presaleCalls } from './slices/presale/calls.ts';
import { reactionCalls } from './slices/reactions/calls.ts';
import { presaleSource } from './slices/presale/found.ts';
import { referenceCalls } from './slices/reference/calls.ts';
import { shopCalls } from './slices/shop/calls.ts';
import { searchCalls } from './slices/search/calls.ts';
import { searchConsumers } from './slices/search/consumers.ts';
import { shopSource } from './slices/shop/found.ts';
import { topicCalls } from './slices/topics/calls.ts';
import { countReads, type Reads } from './slices/topics/reads.ts';
import { topicSource } from './slices/topics/found.ts';
import { uploadCalls } from './slices/uploads/calls.ts';
import { mountFiles } from './slices/uploads/serve.ts';
import { uploadSweep } from './slices/uploads/sweep.ts';
import { walletCalls } from './slices/wallet/calls.ts';
import { mountExport } from './slices/wallet/export.ts';
import { operatorWithdrawalCalls, withdrawalDesk } from './slices/wallet/operator-calls.ts';
import { payOutSweep } from './slices/wallet/sweep.ts';

export interface AppParts {
  settings: Settings;
  db: Kysely<DB>;
  log: Logger;
  clock?: Clock;
  stages?: readonly Stage[];
  limits?: Limits;
  bus?: Bus;
  sms?: Sms;
  moderation?: Moderation;
  /** opened and closed by whoever hands them in; none by default */
  gateways?: Gateways;
  /** whether this process runs jobs and schedules (OMO_ROLE worker or all) */
  works?: boolean;
  /** mounts the pages; left out by tests of calls alone */
  pages?: (fastify: FastifyInstance, app: { services: Services; dispatcher: Dispatcher }) => Promise<void>;
}

export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  /** not started: a process that works starts it, a test ticks it */
  readonly worker: Worker;
  close(): Promise<void>;
}

/** Composes the portal. Nothing in here listens: `fastify.listen` is the caller's to call. */
export async function createApp(parts: AppParts): Promise<App> {
  validateTable();
  const jobs = await startJobs(parts.db, parts.log, { supervise: parts.works ?? false });
  const { settings, log, clock = systemClock } = parts;
  const shared =
    settings.redisUrl === undefined
      ? undefined
      : { limits: redisLimits(settings.redisUrl, log), bus: redisBus(settings.redisUrl, log) };
  const secret = readSecret(settings);
  const { storage, embedded } = await openStorage(settings, secret);
  const services: Services = {
    db: parts.db,
    clock,
    settings,
    log,
    stages: parts.stages ?? theStages,
    limits: parts.limits ?? shared?.limits ?? memoryLimits(),
    outbox: jobs,
    bus: parts.bus ?? shared?.bus ?? memoryBus(),
    moderation: parts.moderation ?? wordList(),
    sms: parts.sms ?? outboxSms(settings.dataDir, clock),
    live: openLive(settings, clock),
    gateways: parts.gateways ?? noGateways,
    ownUrl: () => ownUrl(fastify),
    storage,
    secret,
  };
  const reads = countReads(services.db, log);
  const authenticate = rememberCallers(services.bus);
  const dispatcher = createDispatcher(services, implementations(services, reads), authenticate);

  const fastify: FastifyInstance = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    genReqId: (request) => requestId(request.headers),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.settings.trustProxy,
    forceCloseConnections: 'idle',
    // Without it a sender may trickle a body for ever; the largest upload over a slow line needs minutes.
    requestTimeout: 15 * 60_000,
    // A search for a whole paragraph, each character of it nine bytes of an address, is answered by a page (bytes).
    http: { maxHeaderSize: 32 * 1024 },
    // An address that cannot be decoded belongs to no call and no page.
    frameworkErrors: (error, request, reply) => {
      answer(reply, refused(unreadable(error), request.url, { requestId: request.id }, services));
    },
  });
  fastify.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  await mountHealth(fastify, services);
  await mountFound(fastify, { ...services, sources: foundSources(services) });
  await mountCalls(fastify, dispatcher, services);
  mountExport(fastify, services, authenticate);
  await mountContractFiles(fastify, services);
  await mountFiles(fastify, services);
  await services.live.mount?.(fastify);
  await services.gateways.mount(fastify);
  await mountNotifications(fastify, services);
  await mountLive(fastify, services, authenticate);
  if (embedded) await mountStoragePost(fastify, embedded, clock);
  const description = JSON.stringify(openapi([...dispatcher.implementations.values()].map(({ call }) => call)));
  fastify.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  await parts.pages?.(fastify, { services, dispatcher });

  const worker = createWorker(services, jobs, consumers(), sweeps());
  return {
    fastify,
    services,
    dispatcher,
    worker,
    close: async () => {
      await fastify.close();
      await reads.close();
      await worker.stop();
      await jobs.stop();
      await Promise.all([shared?.limits.close(), shared?.bus.close()]);
    },
  };
}

function ownUrl(fastify: FastifyInstance): string {
  const bound = fastify.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the portal does not listen');
  const anywhere = bound.address === '0.0.0.0' || bound.address === '::';
  const host = anywhere ? '127.0.0.1' : bound.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}

/** Every slice's calls, in one list. */
function implementations(services: Services, reads: Reads): AnyImplementation[] {
  return [
    ...accountCalls(services),
    ...referenceCalls,
    ...stageCaseCalls(services.stages),
    ...stageDemandCalls(services.stages),
    ...topicCalls(reads),
    ...searchCalls,
    ...presaleCalls,
    ...reactionCalls,
    ...contentCalls,
    ...figureCalls,
    ...orderCalls,
    ...inspectionCalls,
    ...paymentCalls,
    ...orderWorkCalls,
    ...disputeCalls,
    ...operatorDisputeCalls,
    ...shopCalls,
    ...uploadCalls,
    ...walletCalls,
    ...operatorWithdrawalCalls,
    ...proofCalls(proofChecks),
    ...deskCalls([disputeDesk, withdrawalDesk, ledgerDesk]),
  ];
}

/** The public pages that records make, for search engines. */
function foundSources({ stages }: Services): FoundSource[] {
  return [...stages.map(caseSource), ...stages.map(demandSource), topicSource(), presaleSource(), shopSource()];
}

/** What events of one slice lead to in another. */
function consumers(): Consumer[] {
  return [...searchConsumers, ...standingConsumers];
}

/** What becomes due by itself. */
function sweeps(): Sweep[] {
  return [countsSweep, accountSweep, sweepOrders, paymentSweep, uploadSweep, payOutSweep, proofSweep(proofChecks)];
}
