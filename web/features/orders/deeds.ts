import type { Call } from '../../../contract/call.ts';
import { publishDraft } from '../../../contract/demands.ts';
import { completeOrder, finishOrder, releaseRetention } from '../../../contract/order-work.ts';
import { acceptOrder, cancelOrder, declineOrder, deleteOrder } from '../../../contract/orders.ts';
import type { InstalmentKey } from '../../../contract/process/money.ts';
import type { Action } from '../../../contract/process/row.ts';
import { yuan } from '../../ui/time.ts';
import type { CardId } from './cards.ts';
import { followOnPath, publishInLine } from './line-paths.ts';
import type { OrderInfo, OrderSummary } from './wire.ts';

interface Common {
  /** the smaller, the earlier among an order's buttons; from 50 on never the one that stands out */
  rank: number;
  tone?: 'pine' | 'line' | 'plain';
  /** on the button, where the action's own words are too long for one */
  label?: string;
}

/** One press, answered once more in a question. */
export interface Asked extends Common {
  kind: 'ask';
  call: Call;
  /** said when it is done */
  done: string;
  question: string;
  danger?: boolean;
  /** title of the question and words of its answer, where the action's own would be read as leaving the question */
  asks?: readonly [title: string, answer: string];
  /** what it does to the money, beside the order's name; of an order's own page alone */
  figures?: (order: OrderInfo) => readonly (readonly [label: string, value: string])[];
  /** what should make one think again, before the question itself */
  warns?: (order: OrderInfo) => string | undefined;
}

/** Done in a card of the order's page, to which the button leads. */
interface InCard extends Common {
  kind: 'card';
  card: CardId;
  /** the card itself shows why it cannot be done now */
  explained?: true;
}

/** Done on another page. */
interface Elsewhere extends Common {
  kind: 'link';
  /** undefined where there is nothing that it could lead to */
  to: (order: Pick<OrderSummary, 'demandNid' | 'category' | 'stage' | 'productLineNid'>) => string | undefined;
}

export type Deed = Asked | InCard | Elsewhere;

/** How each action of the process is done. What is not named has no button: choosing a tender, say, has a page. */
export const deeds: Partial<Readonly<Record<Action, Deed>>> = {
  publish: {
    kind: 'ask',
    rank: 10,
    call: publishDraft,
    done: '需求已发布',
    question: '发布后所有人可见，服务商可以投标到截止时间。',
  },
  pay: { kind: 'card', rank: 5, card: 'payment' },
  followOn: { kind: 'link', rank: 20, to: followOnPath },
  raiseAgain: { kind: 'link', rank: 20, to: (order) => publishInLine(order.stage, order) },
  editTerms: {
    kind: 'link',
    rank: 60,
    label: '修改需求',
    to: ({ demandNid }) => `/personal/order/${demandNid}/edit`,
  },
  accept: {
    kind: 'ask',
    rank: 10,
    call: acceptOrder,
    done: '已接单',
    question: '接单后订单进入进行中，发布方先付首款再开工。',
  },
  decline: {
    kind: 'ask',
    rank: 31,
    call: declineOrder,
    done: '已拒绝',
    question: '拒绝后需求重新招标，发布方会看到原因。',
  },
  confirmContract: { kind: 'card', rank: 14, card: 'contract', explained: true },
  uploadContract: { kind: 'card', rank: 40, card: 'contract', explained: true },
  report: { kind: 'card', rank: 16, card: 'progress' },
  finish: {
    kind: 'ask',
    rank: 15,
    call: finishOrder,
    done: '已完工，等待发布方验收',
    question: '完工后由发布方支付尾款并验收。不合要求时，发布方可以说明原因退回返工。',
    asks: ['确认完工', '确认完工'],
    figures: (order) => [
      ['已汇报进度', `${order.progress}%`],
      ['之后待支付的尾款', sumOfPart(order, 'final')],
    ],
    warns: ({ progress }) => (progress < 100 ? `进度只到 ${progress}%，确认完工？` : undefined),
  },
  affirm: { kind: 'card', rank: 12, card: 'acceptance', explained: true },
  sendBack: { kind: 'card', rank: 32, card: 'acceptance', explained: true },
  releaseRetention: {
    kind: 'ask',
    rank: 18,
    call: releaseRetention,
    done: '质保金已放款，订单完成',
    question: '质保金现在放给承接方，放款后不能收回。发现质量问题请先联系承接方或发起争议。',
    asks: ['确认放款', '确认放款'],
    figures: (order) => [['放给承接方', yuan(order.heldAmount)]],
  },
  complete: {
    kind: 'ask',
    rank: 17,
    call: completeOrder,
    done: '订单已完成，质保金继续托管',
    question: '订单完成，可以发布下一环节；质保金继续托管，到期自动放给承接方，或由下一环节来料合格时放款。',
    figures: (order) => [['继续托管', yuan(order.heldAmount)]],
  },
  confirmInput: { kind: 'card', rank: 3, card: 'input', explained: true },
  redeliver: { kind: 'card', rank: 55, card: 'progress', explained: true },
  appraise: { kind: 'card', rank: 20, card: 'appraisal' },
  reply: { kind: 'card', rank: 42, card: 'appraisal' },
  cancel: {
    kind: 'ask',
    rank: 80,
    call: cancelOrder,
    done: '已取消',
    question: '取消后不能恢复，对方会看到原因。',
    danger: true,
    asks: ['取消订单', '确认取消'],
  },
  acceptCancel: { kind: 'card', rank: 4, card: 'dispute', explained: true },
  refuseCancel: { kind: 'card', rank: 5, card: 'dispute', explained: true },
  acceptSplit: { kind: 'card', rank: 4, card: 'dispute', explained: true },
  addEvidence: { kind: 'card', rank: 6, card: 'dispute' },
  requestCancel: { kind: 'card', rank: 82, card: 'dispute' },
  openDispute: { kind: 'card', rank: 84, card: 'dispute' },
  remove: {
    kind: 'ask',
    rank: 90,
    call: deleteOrder,
    done: '已从列表移除',
    question: '只从您的列表移除，记录仍会保留。',
  },
};

export const deedOf = (action: string): Deed | undefined => deeds[action as Action];

/** What an instalment is, as people read it. */
const sumOfPart = ({ instalments }: OrderInfo, key: InstalmentKey): string =>
  yuan(instalments.find((part) => part.key === key)?.amount ?? '0.00');
