import { orderStatus, orderStatusNames, paymentStatus } from '../statuses.ts';
import type { OrderStatus } from '../statuses.ts';
import { held } from './facts.ts';
import type { Actor, Moment, OrderFacts } from './facts.ts';
import { dueInstalment, instalments, splitAmount, yuan } from './money.ts';
import { next, pending } from './next.ts';
import type { Effect } from './next.ts';
import { addressed } from './words.ts';

/** 下一步: what happens next, when, and what it does to the money. */
export interface NextStep {
  /** one sentence without the time; to the reader it says 您 where it is them */
  readonly what: string;
  /** when it happens by itself, or null when nothing does: then it waits for `waitsFor` */
  readonly at: Moment | null;
  readonly waitsFor: Actor | null;
  /** one sentence */
  readonly money: string;
  /** status afterwards, if it happens by itself */
  readonly to: OrderStatus;
}

const ledgerSentence = (effect: Extract<Effect, { kind: 'ledger' }>): string => {
  switch (effect.move) {
    case 'hold':
      return `${yuan(effect.fen)} 进入托管`;
    case 'releaseWork':
    case 'releaseRetention':
      return `${yuan(effect.fen)} 放给{provider}`;
    case 'divide':
      return `${yuan(effect.ownerFen)} 退给{owner}，${yuan(effect.providerFen)} 付给{provider}`;
  }
};

const still = (facts: OrderFacts) => (held(facts) > 0 ? `托管中的 ${yuan(held(facts))} 保持不变` : '没有款项变动');

/** Whose move it is where no clock runs, and what it would do to the money. */
function waiting(facts: OrderFacts): Pick<NextStep, 'what' | 'waitsFor' | 'money'> {
  const parts = splitAmount(facts.amountFen);
  const due = dueInstalment(facts.payments);
  if (facts.dispute) return { what: '等待平台裁决争议', waitsFor: 'operator', money: `${still(facts)}，按裁决分账` };
  if (due) {
    const name = instalments.find(({ key }) => key === due)?.name ?? '';
    const money = `支付后 ${yuan(parts[due])} 由平台托管，验收后才放给{provider}`;
    return { what: `等待{owner}支付${name} ${yuan(parts[due])}`, waitsFor: 'owner', money };
  }
  switch (facts.status) {
    case orderStatus.draft:
      return { what: '草稿不会自动发布，发布后才开始招标', waitsFor: 'owner', money: '没有款项变动' };
    case orderStatus.working: {
      if (facts.payments.second === paymentStatus.notDue) {
        const money = `进度达到 50% 后，二期款 ${yuan(parts.second)} 待支付`;
        return { what: '等待{provider}汇报进度', waitsFor: 'provider', money };
      }
      return { what: '等待{provider}完工', waitsFor: 'provider', money: `完工后，尾款 ${yuan(parts.final)} 待支付` };
    }
    case orderStatus.delivered: {
      const released = yuan(parts.down + parts.second);
      return {
        what: '等待{owner}验收',
        waitsFor: 'owner',
        money: `验收后 ${released} 放给{provider}，${yuan(parts.final)} 留作质保金`,
      };
    }
    default:
      return { what: `订单${orderStatusNames[facts.status]}，没有后续步骤`, waitsFor: null, money: still(facts) };
  }
}

/**
 * The next step of an order. What happens by itself is found by asking the table what the clock will do, so it cannot
 * say anything else than what will happen. In 4 the clock only reminds; what is waited for is the owner's word.
 * `reader`: to whom it is told.
 */
export function nextStep(facts: OrderFacts, reader?: Actor): NextStep {
  const { what, money, ...step } = told(facts);
  return { ...step, what: addressed(what, facts, reader), money: addressed(money, facts, reader) };
}

function told(facts: OrderFacts): NextStep {
  const first = pending(facts).find(({ row }) => row.action !== 'remindAffirm');
  if (!first) return { ...waiting(facts), at: null, to: facts.status };
  const step = next(facts, first.row.action, 'clock', first.at);
  const moves = step.ok
    ? step.effects.flatMap((effect) => (effect.kind === 'ledger' ? [ledgerSentence(effect)] : []))
    : [];
  const waitsFor: Actor | null = first.row.by.includes('clock') ? waitedFor(facts) : null;
  return {
    what: first.row.says ?? '',
    at: first.at,
    waitsFor,
    money: moves.length > 0 ? moves.join('，') : still(facts),
    to: step.ok ? step.to : facts.status,
  };
}

/** Who can act before the clock does. */
function waitedFor(facts: OrderFacts): Actor | null {
  if (facts.dispute?.phase === 'evidence') return null;
  if (facts.dispute) return facts.dispute.offer.by === 'owner' ? 'provider' : 'owner';
  if (facts.cancelRequest) return facts.cancelRequest.by === 'owner' ? 'provider' : 'owner';
  if (facts.status === orderStatus.awarded) return 'provider';
  if (facts.status === orderStatus.tendering) return facts.tenders > 0 ? 'owner' : null;
  return facts.status === orderStatus.affirmed ? 'owner' : null;
}
