import type { Call } from '../../../contract/call.ts';
import { publishDraft } from '../../../contract/demands.ts';
import { acceptOrder, cancelOrder, declineOrder, deleteOrder } from '../../../contract/orders.ts';
import type { Action } from '../../../contract/process/row.ts';
import type { CardId } from './cards.ts';
import type { OrderInfo, OrderSummary } from './wire.ts';

interface Common {
  /** the smaller, the earlier among an order's buttons; from 50 on never the one that stands out */
  rank: number;
  tone?: 'pine' | 'line' | 'plain';
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
}

/** Done in a card of the order's page, to which the button leads. */
interface InCard extends Common {
  kind: 'card';
  card: CardId;
}

/** Done on another page. */
interface Elsewhere extends Common {
  kind: 'link';
  to: (order: Pick<OrderSummary, 'demandNid' | 'category' | 'stage' | 'productLineNid'>) => string;
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
  cancel: {
    kind: 'ask',
    rank: 80,
    call: cancelOrder,
    done: '已取消',
    question: '取消后不能恢复，对方会看到原因。',
    danger: true,
    asks: ['取消订单', '确认取消'],
  },
  remove: {
    kind: 'ask',
    rank: 90,
    call: deleteOrder,
    done: '已从列表移除',
    question: '只从您的列表移除，记录仍会保留。',
  },
};

export const deedOf = (action: string): Deed | undefined => deeds[action as Action];
