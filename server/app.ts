import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { validateTable } from '../contract/process/validate.ts';
import { stages as theStages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import type { AnchorTarget } from './adapters/anchors/anchors.ts';
import { openAnchors } from './adapters/anchors/open.ts';
import { type Gateways, noGateways } from './adapters/gateway/open.ts';
import { openLive } from './adapters/live/live.ts';
import type { Moderation } from './adapters/moderation/moderation.ts';
import type { NoticeChannel } from './adapters/notices/channel.ts';
import { outboxNotices } from './adapters/notices/outbox.ts';
import { outboxSms } from './adapters/sms/outbox.ts';
import type { Sms } from './adapters/sms/sms.ts';
import { openStorage } from './adapters/storage/open.ts';
import { mountStoragePost } from './adapters/storage/post-endpoint.ts';
import type { Services } from './calls/context.ts';
import { createDispatcher, type Dispatcher, refused } from './calls/dispatch.ts';
import { answer, mountCalls, requestId, unreadable } from './calls/http.ts';
import { type Bus, memoryBus } from './bus.ts';
import { redisBus } from './bus-redis.ts';
import { type Limits, memoryLimits } from './calls/limits.ts';
import { redisLimits } from './calls/limits-redis.ts';
import { openapi } from './calls/openapi.ts';
import { type Clock, systemClock } from './clock.ts';
import type { DB } from './db/schema.ts';
import { mountFound } from './found/found.ts';
import { mountHealth } from './health.ts';
import { mountLive } from './live/live.ts';
import { startJobs } from './outbox/outbox.ts';
import { createWorker, type Worker } from './outbox/worker.ts';
import { readSecret } from './secret.ts';
import type { Settings } from './settings.ts';
import { consumers, foundSources, implementations, personalParts, sweeps } from './slices.ts';
import { findPerson, rememberCallers } from './slices/accounts/sessions.ts';
import { mountBookFile } from './slices/ledger/book-file.ts';
import { findOperatorCaller } from './slices/operators/sessions.ts';
import { mountNotifications } from './slices/payments/notify.ts';
import { mountContractFiles } from './slices/orders/work/contract-file.ts';
import { mountExportDownload } from './slices/personal-data/download.ts';
import type { PersonalPart } from './slices/personal-data/part.ts';
import { mountCosignatures } from './slices/trace/anchors/cosign.ts';
import { mountAnchors } from './slices/trace/anchors/serve.ts';
import { mountEpcis } from './slices/trace/epcis.ts';
import { mountLabels } from './slices/trace/labels/file.ts';
import { mountTrace } from './slices/trace/serve.ts';
import { countReads } from './slices/topics/reads.ts';
import { mountFiles } from './slices/uploads/serve.ts';
import { mountExport } from './slices/wallet/export.ts';
import { storedWords } from './slices/wording/kept.ts';
import { createTimings } from './timings.ts';

export interface AppParts {
  settings: Settings;
  db: Kysely<DB>;
  log: Logger;
  clock?: Clock;
  stages?: readonly Stage[];
  limits?: Limits;
  bus?: Bus;
  sms?: Sms;
  notices?: NoticeChannel;
  moderation?: Moderation;
  /** where heads of the trace log are kept; those of the settings by default */
  anchors?: readonly AnchorTarget[];
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
  /** what each slice holds of a person */
  readonly personalParts: readonly PersonalPart[];
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
  const bus = parts.bus ?? shared?.bus ?? memoryBus();
  const services: Services = {
    db: parts.db,
    clock,
    settings,
    log,
    stages: parts.stages ?? theStages,
    limits: parts.limits ?? shared?.limits ?? memoryLimits(),
    outbox: jobs,
    bus,
    moderation: parts.moderation ?? storedWords(parts.db, bus),
    sms: parts.sms ?? outboxSms(settings.dataDir, clock),
    notices: parts.notices ?? outboxNotices(settings.dataDir),
    live: openLive(settings, clock),
    gateways: parts.gateways ?? noGateways,
    anchors: parts.anchors ?? (await openAnchors(settings)),
    ownUrl: () => ownUrl(fastify),
    storage,
    secret,
  };
  const reads = countReads(services.db, log);
  const authenticate = rememberCallers(services.bus, [findPerson, findOperatorCaller]);
  const timings = createTimings();
  const dispatcher = createDispatcher(services, implementations(services, reads, timings), authenticate);

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
  await mountHealth(fastify, services, timings);
  await mountFound(fastify, { ...services, sources: foundSources(services) });
  await mountCalls(fastify, dispatcher, services);
  mountExport(fastify, services, authenticate);
  mountExportDownload(fastify, services);
  mountBookFile(fastify, services);
  await mountContractFiles(fastify, services);
  await mountFiles(fastify, services);
  mountTrace(fastify, services);
  mountAnchors(fastify, services);
  mountLabels(fastify, services, authenticate);
  mountEpcis(fastify, services, authenticate);
  await mountCosignatures(fastify, services);
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
    personalParts,
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
