import type { ReportKind } from '../../../contract/report-reasons.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import type { EventKind } from '../../outbox/events.ts';
import { accountReleased, accountReopened, accountSuspended, signedInElsewhere } from '../accounts/events.ts';
import { caseChanged, caseDecided, caseSubmitted } from '../cases/events.ts';
import { certificationDecided, certificationSubmitted } from '../certification/events.ts';
import { demandListed } from '../demands/events.ts';
import { proofFailed } from '../ledger/proofs.ts';
import { messageSent } from '../messages/events.ts';
import { contentModerated, contentReported } from '../moderation/events.ts';
import { deliveryRetried } from '../notices/deliver.ts';
import { orderMoved, orderNearing, paymentDue, type Recipients } from '../orders/events.ts';
import { paymentDisputed, paymentFailed, paymentSettled } from '../payments/events.ts';
import { closingAsked, dataExportAsked } from '../personal-data/events.ts';
import { presaleJoined, presaleOver, presaleSettled } from '../presale/events.ts';
import { commented, liked } from '../reactions/events.ts';
import { shopChanged } from '../shop/events.ts';
import { topicChanged } from '../topics/events.ts';
import { traceForked } from '../trace/anchors/events.ts';
import { withdrawalAsked, withdrawalDecided } from '../wallet/events.ts';

/** What something that happened was about, as far as the console has a page of it. */
export type Thing =
  | { kind: ReportKind | SubjectKind | 'shop' | 'certification'; id: string }
  | { kind: 'withdrawals' | 'trace'; id?: undefined }
  | { kind: 'proof'; id: string };

export interface Concerns {
  thing?: Thing;
  /** whom it concerns */
  people?: readonly (string | undefined)[];
  /** the same where only the request names them */
  exportId?: string;
  closingId?: string;
}

interface Wording {
  /** what happened */
  readonly words: string;
  readonly concerns: (payload: never) => Concerns;
}

const line = <Payload extends object>(
  { name }: EventKind<Payload>,
  words: string,
  concerns: (payload: Payload) => Concerns,
): readonly [string, Wording] => [name, { words, concerns }];

const demand = (id: string): Thing => ({ kind: 'demand', id });
const recipients = ({ owner, provider, nextProvider, bidders = [] }: Recipients) => [
  owner,
  provider,
  nextProvider,
  ...bidders,
];

/** Every event that something is done after, as operators read of it. */
const lines = [
  line(demandListed, '需求公开、改动或下架', ({ demandId }) => ({ thing: demand(demandId) })),
  line(topicChanged, '话题发布、改动或下架', ({ topicId }) => ({ thing: { kind: 'topic', id: topicId } })),
  line(caseChanged, '案例公开、改动或下架', ({ caseId }) => ({ thing: { kind: 'case', id: caseId } })),
  line(caseSubmitted, '案例提交审核', ({ caseId, userId }) => ({
    thing: { kind: 'case', id: caseId },
    people: [userId],
  })),
  line(caseDecided, '案例审核有了结果', ({ caseId, userId }) => ({
    thing: { kind: 'case', id: caseId },
    people: [userId],
  })),
  line(shopChanged, '店铺开设或改动', ({ shopId }) => ({ thing: { kind: 'shop', id: shopId } })),
  line(certificationSubmitted, '认证资料提交审核', ({ certificationId, userId }) => ({
    thing: { kind: 'certification', id: certificationId },
    people: [userId],
  })),
  line(certificationDecided, '认证审核有了结果', ({ certificationId, userId }) => ({
    thing: { kind: 'certification', id: certificationId },
    people: [userId],
  })),
  line(orderMoved, '订单有了新进展', ({ demandId, recipients: all }) => ({
    thing: demand(demandId),
    people: recipients(all),
  })),
  line(paymentDue, '订单有一期款项可以支付', ({ demandId }) => ({ thing: demand(demandId) })),
  line(orderNearing, '订单的期限将到', ({ demandId, recipients: all }) => ({
    thing: demand(demandId),
    people: recipients(all),
  })),
  line(paymentSettled, '支付到账', ({ userId, demandId }) => ({
    people: [userId],
    ...(demandId !== null && { thing: demand(demandId) }),
  })),
  line(paymentFailed, '支付没有成功', ({ userId }) => ({ people: [userId] })),
  line(paymentDisputed, '支付金额不符', ({ userId }) => ({ people: [userId] })),
  line(withdrawalAsked, '有人申请提现', ({ userId }) => ({ thing: { kind: 'withdrawals' }, people: [userId] })),
  line(withdrawalDecided, '提现有了结果', ({ userId }) => ({ people: [userId] })),
  line(proofFailed, '账务核对发现不符', ({ proofId }) => ({ thing: { kind: 'proof', id: proofId } })),
  line(messageSent, '有人发来消息', ({ toUserId }) => ({ people: [toUserId] })),
  line(contentReported, '内容被举报', ({ kind, id }) => ({ thing: { kind, id } })),
  line(contentModerated, '内容审核有了结果', ({ kind, id, reporterIds }) => ({
    thing: { kind, id },
    people: reporterIds,
  })),
  line(liked, '有人点赞', ({ kind, subjectId }) => ({ thing: { kind, id: subjectId } })),
  line(commented, '有人评论', ({ kind, subjectId }) => ({ thing: { kind, id: subjectId } })),
  line(presaleJoined, '有人预订预售商品', ({ productId, userId }) => ({
    thing: { kind: 'presale', id: productId },
    people: [userId],
  })),
  line(presaleOver, '预售截止或下架', ({ productId }) => ({ thing: { kind: 'presale', id: productId } })),
  line(presaleSettled, '预售预订结算', ({ productId }) => ({ thing: { kind: 'presale', id: productId } })),
  line(deliveryRetried, '重新投递一条短信或推送', () => ({})),
  line(signedInElsewhere, '账号在新设备登录', ({ userId }) => ({ people: [userId] })),
  line(accountReopened, '账号取消注销', ({ userId }) => ({ people: [userId] })),
  line(accountSuspended, '账号被停用', ({ userId }) => ({ people: [userId] })),
  line(accountReleased, '账号解除停用', ({ userId }) => ({ people: [userId] })),
  line(dataExportAsked, '有人申请导出数据', ({ exportId }) => ({ exportId })),
  line(closingAsked, '有人申请注销账号', ({ closingId }) => ({ closingId })),
  line(traceForked, '溯源日志出现分叉', () => ({ thing: { kind: 'trace' } })),
];

const byName = new Map(lines);

/** What happened, in words, by the name of the event; undefined for one of an earlier release. */
export const eventWords = (name: string): string | undefined => byName.get(name)?.words;

/** What happened, in words, and what it was about. What an earlier release left is said as far as it goes. */
export function wordedEvent(name: string, payload: object): { words: string; concerns: Concerns } {
  const found = byName.get(name);
  if (!found) return { words: '旧版本的一件事', concerns: {} };
  try {
    return { words: found.words, concerns: found.concerns(payload as never) };
  } catch {
    // Of another shape than today's: one such job must not keep the others from being seen.
    return { words: found.words, concerns: {} };
  }
}

/** Whether an event has its words; for the test that every event which something hears has them. */
export const isWorded = (name: string): boolean => byName.has(name);
