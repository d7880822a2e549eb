import type { Services } from './calls/context.ts';
import type { AnyImplementation } from './calls/implement.ts';
import type { FoundSource } from './found/source.ts';
import type { JobName } from './job-names.ts';
import type { Consumer, Sweep } from './outbox/events.ts';
import { proofChecks } from './proofs.ts';
import { accountCalls } from './slices/accounts/calls.ts';
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
import { deliverAgain, deliverySweep } from './slices/notices/deliver.ts';
import { noticeSweep } from './slices/notices/sweep.ts';
import { operatorSignInCalls } from './slices/operators/calls.ts';
import { moderationCalls, moderationDesk } from './slices/moderation/calls.ts';
import { reportPart } from './slices/moderation/personal.ts';
import { deskCalls } from './slices/operators/desk.ts';
import { operatorDesk, operatorListCalls } from './slices/operators/list-calls.ts';
import { ownAccountCalls } from './slices/operators/own-calls.ts';
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
import { statementCalls } from './slices/payments/statement-calls.ts';
import { paymentSweep } from './slices/payments/sweep.ts';
import { orderWorkCalls } from './slices/orders/work/calls.ts';
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
import { traceDesk, traceOperatorCalls } from './slices/trace/anchors/operator-calls.ts';
import { labelCalls } from './slices/trace/labels/calls.ts';
import { anchorSweep, traceSweep } from './slices/trace/sweep.ts';
import { topicCalls } from './slices/topics/calls.ts';
import { type Reads } from './slices/topics/reads.ts';
import { topicSource } from './slices/topics/found.ts';
import { uploadCalls } from './slices/uploads/calls.ts';
import { uploadSweep } from './slices/uploads/sweep.ts';
import { walletCalls } from './slices/wallet/calls.ts';
import { storedLanguage } from './slices/wording/kept.ts';
import { operatorWordingCalls, wordingDesks } from './slices/wording/operator-calls.ts';
import { operatorWithdrawalCalls, withdrawalDesk } from './slices/wallet/operator-calls.ts';
import { holderSweep } from './slices/wallet/cards.ts';
import { payOutSweep } from './slices/wallet/sweep.ts';
import { type Timings } from './timings.ts';

// What every slice brings to the portal, in lists. `app.ts` composes them, and mounts what is no call.

/** Every slice's calls, in one list. */
export function implementations(services: Services, reads: Reads, timings: Timings): AnyImplementation[] {
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
    ...ownAccountCalls,
    ...operatorListCalls,
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
      operatorDesk,
      auditDesk,
    ]),
  ];
}

/** The public pages that records make, for search engines. */
export function foundSources({ stages }: Services): FoundSource[] {
  return [...stages.map(caseSource), ...stages.map(demandSource), topicSource(), presaleSource(), shopSource()];
}

/** What each slice holds of a person, for those who take it along or leave. In the order of the archive; the account comes first. */
export const personalParts: readonly PersonalPart[] = [
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
export function consumers(): Consumer<JobName>[] {
  return [
    ...searchConsumers,
    ...standingConsumers,
    ...estimateConsumers,
    noticeConsumer,
    deliverAgain,
    headConsumer,
    followConsumer,
    exportConsumer(personalParts),
    ...closingConsumers(personalParts),
    ...suspensionConsumers(personalParts),
  ];
}

/** What becomes due by itself. */
export function sweeps(): Sweep[] {
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
