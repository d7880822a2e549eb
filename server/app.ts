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
import { findPerson, rememberCallers } from './slices/accounts/sessions.ts';
import { accountSweep } from './slices/accounts/sweep.ts';
import { auditCalls, auditDesk } from './slices/audit/calls.ts';
import { auditSweep } from './slices/audit/verify.ts';
import { certificationCalls } from './slices/certification/calls.ts';
import { certificationSweep } from './slices/certification/identity.ts';
import { certificationDesk, operatorCertificationCalls } from './slices/certification/operator-calls.ts';
import { stageCaseCalls } from './slices/cases/calls.ts';
import { caseSource } from './slices/cases/found.ts';
import { ownCaseImplementations } from './slices/cases/own/calls.ts';
import { caseDesk, operatorCaseCalls } from './slices/cases/own/operator-calls.ts';
import { stageDemandCalls } from './slices/demands/calls.ts';
import { demandSource } from './slices/demands/found.ts';
import { countsSweep } from './slices/demands/lists.ts';
import { recommendedCalls, recommendedDesk } from './slices/cases/recommend-calls.ts';
import { contentCalls } from './slices/content/calls.ts';
import { contentDesk, operatorContentCalls } from './slices/content/operator-calls.ts';
import { openShelf } from './slices/content/shelf.ts';
import { firstStepCalls } from './slices/first-steps/calls.ts';
import { figureCalls } from './slices/figures/calls.ts';
import { figureDesk, operatorFigureCalls } from './slices/figures/operator-calls.ts';
import { figureSweep } from './slices/figures/roll-up.ts';
import { bookCalls, bookDesk } from './slices/ledger/book-calls.ts';
import { mountBookFile } from './slices/ledger/book-file.ts';
import { proofCalls } from './slices/ledger/proof-calls.ts';
import { proofSweep } from './slices/ledger/proofs.ts';
import { healthCalls, healthDesk } from './slices/health/calls.ts';
import { messageCalls } from './slices/messages/calls.ts';
import { operatorMessageCalls } from './slices/messages/operator-calls.ts';
import { followCalls } from './slices/follows/calls.ts';
import { digestSweep } from './slices/follows/digest.ts';
import { estimateCalls } from './slices/estimates/calls.ts';
import { estimateSweep } from './slices/estimates/reckon.ts';
import { estimateConsumers } from './slices/estimates/samples.ts';
import { followConsumer } from './slices/follows/tell.ts';
import { noticeCalls } from './slices/notices/calls.ts';
import { headConsumer } from './slices/messages/order-moved.ts';
import { noticeConsumer } from './slices/notices/hear.ts';
import { deliverySweep } from './slices/notices/deliver.ts';
import { noticeSweep } from './slices/notices/sweep.ts';
import { operatorSignInCalls } from './slices/operators/calls.ts';
import { moderationCalls, moderationDesk } from './slices/moderation/calls.ts';
import { reportPart } from './slices/moderation/personal.ts';
import { deskCalls } from './slices/operators/desk.ts';
import { findOperatorCaller } from './slices/operators/sessions.ts';
import { operatorSweep } from './slices/operators/sweep.ts';
import { disputeCalls } from './slices/orders/disputes/calls.ts';
import { disputeDesk, operatorDisputeCalls } from './slices/orders/disputes/operator-calls.ts';
import { orderCalls } from './slices/orders/calls.ts';
import { handingCalls } from './slices/orders/handing/calls.ts';
import { lineCalls } from './slices/orders/line/calls.ts';
import { operatorOrderCalls, orderDesk } from './slices/orders/operator-calls.ts';
import { inspectionCalls } from './slices/orders/inspection/calls.ts';
import { sweepOrders } from './slices/orders/clock.ts';
import { nearingSweep } from './slices/orders/nearing.ts';
import { paymentCalls } from './slices/payments/calls.ts';
import { moneyDesk, operatorPaymentCalls } from './slices/payments/operator-calls.ts';
import { mountNotifications } from './slices/payments/notify.ts';
import { statementCalls } from './slices/payments/statement-calls.ts';
import { paymentSweep } from './slices/payments/sweep.ts';
import { orderWorkCalls } from './slices/orders/work/calls.ts';
import { mountContractFiles } from './slices/orders/work/contract-file.ts';
import { standingConsumers } from './slices/orders/work/standing.ts';
import { accountPart } from './slices/accounts/personal.ts';
import { certificationPart, keptNamesSweep } from './slices/certification/personal.ts';
import { demandPart } from './slices/demands/personal.ts';
import { messagePart } from './slices/messages/personal.ts';
import { tracePart } from './slices/trace/personal.ts';
import { followPart } from './slices/follows/personal.ts';
import { noticePart } from './slices/notices/personal.ts';
import { orderPart } from './slices/orders/personal.ts';
import { paymentPart } from './slices/payments/personal.ts';
import { personalDataCalls } from './slices/personal-data/calls.ts';
import { mountExportDownload } from './slices/personal-data/download.ts';
import { closingConsumers, closingSweep } from './slices/personal-data/closing.ts';
import { exportConsumer, exportSweep } from './slices/personal-data/export.ts';
import { exportPart } from './slices/personal-data/own-part.ts';
import type { PersonalPart } from './slices/personal-data/part.ts';
import { presalePart } from './slices/presale/personal.ts';
import { reactionPart } from './slices/reactions/personal.ts';
import { shopPart } from './slices/shop/personal.ts';
import { topicPart } from './slices/topics/personal.ts';
import { uploadPart } from './slices/uploads/personal.ts';
import { walletPart } from './slices/wallet/personal.ts';
import { peopleCalls, peopleDesk } from './slices/people/calls.ts';
import { suspensionConsumers, suspensionSweep } from './slices/people/hidden.ts';
import { presaleCalls } from './slices/presale/calls.ts';
import { presaleDesk, presaleDeskCalls } from './slices/presale/desk/calls.ts';
import { reactionCalls } from './slices/reactions/calls.ts';
import { presaleSweep } from './slices/presale/over.ts';
import { presaleSource } from './slices/presale/found.ts';
import { referenceCalls } from './slices/reference/calls.ts';
import { shopCalls } from './slices/shop/calls.ts';
import { searchCalls } from './slices/search/calls.ts';
import { searchConsumers } from './slices/search/consumers.ts';
import { shopSource } from './slices/shop/found.ts';
import { traceCalls } from './slices/trace/calls.ts';
import { mountCosignatures } from './slices/trace/anchors/cosign.ts';
import { traceDesk, traceOperatorCalls } from './slices/trace/anchors/operator-calls.ts';
import { mountAnchors } from './slices/trace/anchors/serve.ts';
import { mountEpcis } from './slices/trace/epcis.ts';
import { labelCalls } from './slices/trace/labels/calls.ts';
import { mountLabels } from './slices/trace/labels/file.ts';
import { mountTrace } from './slices/trace/serve.ts';
import { anchorSweep, traceSweep } from './slices/trace/sweep.ts';
import { topicCalls } from './slices/topics/calls.ts';
import { countReads, type Reads } from './slices/topics/reads.ts';
import { topicSource } from './slices/topics/found.ts';
import { uploadCalls } from './slices/uploads/calls.ts';
import { mountFiles } from './slices/uploads/serve.ts';
import { uploadSweep } from './slices/uploads/sweep.ts';
import { walletCalls } from './slices/wallet/calls.ts';
import { mountExport } from './slices/wallet/export.ts';
import { storedLanguage, storedWords } from './slices/wording/kept.ts';
import { operatorWordingCalls, wordingDesks } from './slices/wording/operator-calls.ts';
import { operatorWithdrawalCalls, withdrawalDesk } from './slices/wallet/operator-calls.ts';
import { holderSweep } from './slices/wallet/cards.ts';
import { payOutSweep } from './slices/wallet/sweep.ts';
import { createTimings, type Timings } from './timings.ts';

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

/** Every slice's calls, in one list. */
function implementations(services: Services, reads: Reads, timings: Timings): AnyImplementation[] {
  return [
    ...accountCalls(services),
    ...personalDataCalls(services, personalParts),
    ...referenceCalls,
    ...stageCaseCalls(services.stages),
    ...ownCaseImplementations(services.stages),
    ...operatorCaseCalls(services.stages),
    ...stageDemandCalls(services.stages),
    ...topicCalls(reads),
    ...moderationCalls,
    ...searchCalls(storedLanguage(services.db, services.bus)),
    ...operatorWordingCalls,
    ...presaleCalls,
    ...presaleDeskCalls,
    ...recommendedCalls(services.stages),
    ...reactionCalls,
    ...contentCalls(openShelf(services.db, services.bus)),
    ...operatorContentCalls,
    ...figureCalls,
    ...operatorFigureCalls,
    ...firstStepCalls,
    ...orderCalls,
    ...estimateCalls,
    ...handingCalls,
    ...lineCalls,
    ...inspectionCalls,
    ...paymentCalls,
    ...operatorPaymentCalls,
    ...statementCalls,
    ...orderWorkCalls,
    ...disputeCalls,
    ...operatorDisputeCalls,
    ...operatorOrderCalls,
    ...messageCalls,
    ...operatorMessageCalls,
    ...shopCalls,
    ...noticeCalls,
    ...followCalls,
    ...traceCalls,
    ...labelCalls,
    ...uploadCalls,
    ...certificationCalls,
    ...operatorCertificationCalls,
    ...walletCalls,
    ...operatorWithdrawalCalls,
    ...traceOperatorCalls,
    ...proofCalls(proofChecks),
    ...peopleCalls,
    ...healthCalls(timings),
    ...bookCalls,
    ...operatorSignInCalls,
    ...auditCalls,
    ...deskCalls([
      figureDesk,
      peopleDesk,
      orderDesk,
      bookDesk,
      certificationDesk,
      caseDesk,
      disputeDesk,
      withdrawalDesk,
      moderationDesk,
      moneyDesk,
      traceDesk,
      healthDesk,
      contentDesk,
      recommendedDesk,
      presaleDesk,
      ...wordingDesks,
      auditDesk,
    ]),
  ];
}

/** The public pages that records make, for search engines. */
function foundSources({ stages }: Services): FoundSource[] {
  return [...stages.map(caseSource), ...stages.map(demandSource), topicSource(), presaleSource(), shopSource()];
}

/** What each slice holds of a person, for those who take it along or leave. In the order of the archive; the account comes first. */
const personalParts: readonly PersonalPart[] = [
  accountPart,
  certificationPart,
  shopPart,
  demandPart,
  orderPart,
  messagePart,
  walletPart,
  paymentPart,
  topicPart,
  reactionPart,
  reportPart,
  presalePart,
  noticePart,
  followPart,
  tracePart,
  uploadPart,
  exportPart,
];

/** What events of one slice lead to in another. */
function consumers(): Consumer[] {
  return [
    ...searchConsumers,
    ...standingConsumers,
    ...estimateConsumers,
    noticeConsumer,
    headConsumer,
    followConsumer,
    exportConsumer(personalParts),
    ...closingConsumers(personalParts),
    ...suspensionConsumers(personalParts),
  ];
}

/** What becomes due by itself. */
function sweeps(): Sweep[] {
  return [
    countsSweep,
    accountSweep,
    operatorSweep,
    auditSweep,
    exportSweep,
    closingSweep(personalParts),
    suspensionSweep(personalParts),
    keptNamesSweep,
    sweepOrders,
    nearingSweep,
    presaleSweep,
    paymentSweep,
    uploadSweep,
    certificationSweep,
    payOutSweep,
    holderSweep,
    proofSweep(proofChecks),
    traceSweep,
    anchorSweep,
    estimateSweep,
    figureSweep,
    digestSweep,
    deliverySweep,
    noticeSweep,
  ];
}
