import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { orderStatuses, paymentStatus } from '../statuses.ts';
import { chainRefusal } from './chain.ts';
import { processPage } from './diagram.ts';
import { actors, days, freshFacts, held, hours } from './facts.ts';
import type { Actor, OrderFacts } from './facts.ts';
import type { ActionInput } from './guards.ts';
import { dueInstalment, paymentProgress, splitAmount, yuan } from './money.ts';
import type { Payments } from './money.ts';
import { dueAt, next, overdue, pending } from './next.ts';
import type { Effect, Moved } from './next.ts';
import { nextStep } from './next-step.ts';
import { actions } from './row.ts';
import type { Action, Row } from './row.ts';
import { orderTable } from './table.ts';
import { tableFaults, validateTable } from './validate.ts';
import { addressed } from './words.ts';

const start = Date.UTC(2026, 9, 12, 1, 20);
const deadline = start + days(10);
const allActions = Object.keys(actions) as Action[];
const allActors = Object.keys(actors) as Actor[];
const hash = 'a'.repeat(64);

const at = (overrides: Partial<OrderFacts>) =>
  freshFacts({
    since: start,
    deadlineAt: deadline,
    tenders: 2,
    amountFen: 8_640_000,
    line: [7, 7, 7, 0, null],
    stageIndex: 3,
    ...overrides,
  });
const paid = (down: number, second: number, final: number) => ({ down, second, final }) as Payments;
const inputFor = (facts: OrderFacts): ActionInput => ({
  reason: '工期排不开',
  split: { ownerFen: held(facts), providerFen: 0 },
  percent: 60,
  hash: facts.contract?.hash ?? hash,
  amountFen: 8_640_000,
});

function go(facts: OrderFacts, action: Action, actor: Actor, now = start, input = inputFor(facts)): Moved {
  const step = next(facts, action, actor, now, input);
  if (!step.ok) throw new Error(`${action} refused: ${step.reason}`);
  return step;
}
const reasonOf = (facts: OrderFacts, action: Action, actor: Actor, now = start, input = inputFor(facts)) => {
  const step = next(facts, action, actor, now, input);
  return step.ok ? `went to ${step.to}` : step.reason;
};
const ledger = (effects: readonly Effect[]) => effects.filter((effect) => effect.kind === 'ledger');

describe('the table', () => {
  test('is sound', () => {
    expect(tableFaults(orderTable)).toEqual([]);
    expect(() => validateTable()).not.toThrow();
  });

  test('[O-07] however an order is completed, it leaves a record in the trace log', () => {
    const completing = orderTable.filter(({ from, to }) => from.includes(5) && to === 7);
    expect(completing.map(({ action, trace }) => [action, trace])).toEqual([
      ['complete', true],
      ['releaseRetention', true],
      ['autoComplete', true],
      ['acceptSplit', true],
      ['disputeSilence', true],
      ['ruleComplete', true],
    ]);
    // The last of the money of a finished stage, too, by whomever it is released.
    const releasing = orderTable.filter(({ from, ledger }) => from.includes(7) && ledger === 'releaseRetention');
    expect(releasing.map(({ action, trace }) => [action, trace])).toEqual([
      ['releaseRetention', true],
      ['autoRelease', true],
      ['inspectSound', true],
      ['inspectSound', true],
    ]);
  });

  test('[Z-11] everything that is told of a product without anybody typing leaves a record, in every row of its own', () => {
    // Handing over to the carrier is the goods' inspection by the logistics provider; handing over at the end, finishing and accepting.
    const told: readonly Action[] = [
      'publish',
      'award',
      'accept',
      'confirmContract',
      'report',
      'finish',
      'affirm',
      'complete',
      'inspectSound',
      'inspectFaulty',
      'redeliver',
      'confirmInput',
    ];
    const silent = orderTable.filter(({ action, trace }) => told.includes(action) && trace !== true);
    expect(silent).toEqual([]);
    expect(told.filter((action) => !orderTable.some((row) => row.action === action))).toEqual([]);
  });

  test('is refused when a state is unknown, unreachable or a dead end, and when a row stands twice', () => {
    const without = (...gone: Action[]) => tableFaults(orderTable.filter((row) => !gone.includes(row.action)));
    const and = (row: Row) => tableFaults([...orderTable, row]);
    expect(without('affirm')).toContain('status 5 cannot be reached');
    const trapped = orderTable.filter((row) => !(row.from.includes(4) && row.to !== 'same'));
    expect(tableFaults(trapped)).toContain('status 4 has no way to an end');
    const accept = orderTable.find((row) => row.action === 'accept')!;
    expect(and(accept)).toEqual(['accept: two rows for the same status and actor']);
    expect(and({ ...accept, by: ['operator'], to: 9 as never })).toContain('accept: unknown status 9');
    expect(and({ ...accept, by: ['operator'], guards: ['rich' as never] })).toContain('accept: unknown guard rich');
    expect(and({ ...accept, by: ['clock'] })).toContain('accept: the clock acts by a timer, and nobody else does');
    expect(and({ ...accept, from: [7], to: 3 })).toContain('accept: leads out of an end');
    expect(and({ ...accept, by: ['operator'], quiet: true })).toContain(
      'accept: a step that the history is quiet about leaves no trace',
    );
    expect(without('reply')).toContain('reply: declared, but in no row');
    expect(() => validateTable([])).toThrow('status 3 cannot be reached');
  });

  test('[O-11] answers every status, action and actor: a move that stands in it, or a reason in Chinese', () => {
    for (const status of orderStatuses) {
      for (const action of allActions) {
        for (const actor of allActors) {
          const facts = at({ status });
          const step = next(facts, action, actor, start, inputFor(facts));
          const rows = orderTable.filter(
            (row) => row.action === action && row.from.includes(status) && row.by.includes(actor),
          );
          const targets = rows.map(({ to }) => (to === 'same' ? status : to));
          const fits = step.ok ? targets.includes(step.to) : /[\u4e00-\u9fff]/.test(step.reason);
          expect(fits, `${status} ${action} ${actor}`).toBe(true);
          expect(step.ok && rows.length === 0).toBe(false);
        }
      }
    }
  });

  test('the page in docs/ is the one generated from it', async () => {
    const page = await readFile(new URL('../../docs/order-process.md', import.meta.url), 'utf8');
    expect(page).toBe(processPage());
  });
});

describe('from demand to end', () => {
  test('[O-02] the whole way: award, accept, pay, report, finish, affirm, complete by the clock', () => {
    let facts = at({ status: 1 });
    facts = go(facts, 'award', 'owner').facts;
    expect(facts).toMatchObject({ status: 2, amountFen: 8_640_000 });
    expect(dueAt(facts)).toBe(start + hours(72));
    facts = go(facts, 'accept', 'provider').facts;
    expect(dueInstalment(facts.payments)).toBe('down');
    expect(reasonOf(facts, 'finish', 'provider')).toBe('发布方还没有支付首付');
    const down = go(facts, 'pay', 'owner');
    expect(ledger(down.effects)).toEqual([{ kind: 'ledger', move: 'hold', instalment: 'down', fen: 2_592_000 }]);
    facts = go(down.facts, 'report', 'provider', start, { percent: 49 }).facts;
    expect(dueInstalment(facts.payments)).toBeNull();
    expect(reasonOf(facts, 'finish', 'provider')).toBe('进度达到 50% 且二期款托管后才能完工');
    expect(reasonOf(facts, 'report', 'provider', start, { percent: 40 })).toBe('进度不能低于上一次的 49%');
    facts = go(facts, 'report', 'provider', start, { percent: 50 }).facts;
    expect(reasonOf(facts, 'finish', 'provider')).toBe('发布方还没有支付二期款');
    facts = go(facts, 'pay', 'owner').facts;
    facts = go(facts, 'finish', 'provider').facts;
    expect(facts).toMatchObject({ status: 4, payments: paid(2, 2, 1) });
    expect(reasonOf(facts, 'affirm', 'owner')).toBe('请先支付尾款，尾款托管后才能验收');
    facts = go(facts, 'pay', 'owner').facts;
    const affirmed = go(facts, 'affirm', 'owner', start + days(2));
    expect(ledger(affirmed.effects)).toEqual([{ kind: 'ledger', move: 'releaseWork', fen: 6_912_000 }]);
    expect(affirmed.facts).toMatchObject({ status: 5, payments: paid(3, 3, 2) });
    expect(affirmed.dueAt).toBe(start + days(17));
    expect(reasonOf(affirmed.facts, 'autoComplete', 'clock', start + days(17) - 1)).toBe('还没有到期');
    const done = go(affirmed.facts, 'autoComplete', 'clock', start + days(17));
    expect(ledger(done.effects)).toEqual([{ kind: 'ledger', move: 'releaseRetention', fen: 1_728_000 }]);
    expect(done.facts).toMatchObject({ status: 7, payments: paid(3, 3, 3), line: [7, 7, 7, 7, null] });
    expect(done.dueAt).toBeNull();
  });

  test('[O-02] 72 hours of silence decline: back to tendering, or closed where a case was entrusted', () => {
    const facts = at({ status: 2 });
    expect(overdue(facts, start + hours(72) - 1)).toBeNull();
    expect(overdue(facts, start + hours(72))).toBe('lapse');
    expect(reasonOf(facts, 'accept', 'provider', start + hours(72))).toBe('已过期限，请刷新后再看');
    const open = go(facts, 'lapse', 'clock', start + hours(72));
    expect(open.facts).toMatchObject({ status: 1, tenders: 1, amountFen: 0 });
    expect(open.effects).toContainEqual({ kind: 'notice', to: 'bidders' });
    expect(go(at({ status: 2, entrusted: true }), 'lapse', 'clock', start + hours(72)).to).toBe(8);
    expect(go(at({ status: 2, entrusted: true }), 'decline', 'provider').to).toBe(8);
    expect(go(facts, 'decline', 'provider').to).toBe(1);
  });

  test('a demand expires at its deadline without a tender, 7 days later with one', () => {
    expect(overdue(at({ status: 1, tenders: 0 }), deadline)).toBe('expire');
    expect(overdue(at({ status: 1 }), deadline + days(7) - 1)).toBeNull();
    expect(go(at({ status: 1 }), 'expire', 'clock', deadline + days(7)).to).toBe(8);
    // opened again late: the owner has 7 days from then
    expect(dueAt(at({ status: 1, since: deadline + days(6) }))).toBe(deadline + days(13));
    expect(reasonOf(at({ status: 1 }), 'tender', 'stranger', deadline)).toBe('投标已截止');
  });

  test('[O-07] the work is sent back three times at most', () => {
    const facts = at({ status: 4, payments: paid(2, 2, 1), sendBacks: 2 });
    const back = go(facts, 'sendBack', 'owner');
    expect(back.facts).toMatchObject({ status: 3, sendBacks: 3, payments: paid(2, 2, 0) });
    expect(reasonOf({ ...facts, sendBacks: 3 }, 'sendBack', 'owner')).toContain('已退回 3 次');
  });

  test('[O-07] retention: the owner’s word, sound goods at the next stage, or the stage’s own days', () => {
    const facts = at({ status: 7, payments: paid(3, 3, 2), retentionUntil: start + days(7) });
    expect(go(facts, 'releaseRetention', 'owner').facts.payments.final).toBe(paymentStatus.released);
    const sound = go(facts, 'inspectSound', 'nextProvider');
    expect(ledger(sound.effects)).toEqual([{ kind: 'ledger', move: 'releaseRetention', fen: 1_728_000 }]);
    expect(overdue(facts, start + days(7))).toBe('autoRelease');
    expect(reasonOf(facts, 'remove', 'owner')).toBe('质保金还在托管中，结清后才能移除');
    expect(go(go(facts, 'releaseRetention', 'owner').facts, 'remove', 'owner').facts.removed.owner).toBe(true);
    const design = go(at({ status: 4, payments: paid(2, 2, 2), retentionDays: 7 }), 'affirm', 'owner');
    expect(design.dueAt).toBe(start + days(7));
  });

  test('[Z-07] faulty goods dispute what is retained in the owner’s name; sound after all, they end it', () => {
    const facts = at({ status: 7, payments: paid(3, 3, 2), retentionUntil: start + days(15) });
    const faulty = go(facts, 'inspectFaulty', 'nextProvider', start + days(1), { reason: '护栏间距超过六十毫米' });
    expect(faulty.facts).toMatchObject({
      incoming: 'faulty',
      dispute: {
        openedBy: 'owner',
        goods: true,
        offer: { by: 'owner', split: { ownerFen: 1_728_000, providerFen: 0 } },
      },
    });
    expect(faulty.effects).toContainEqual({ kind: 'notice', to: 'operators' });
    // Frozen: the clock releases nothing while they talk, and a silent provider loses it.
    expect(overdue(faulty.facts, start + days(7))).toBeNull();
    expect(overdue(faulty.facts, start + days(8))).toBe('disputeSilence');
    const sound = go(faulty.facts, 'inspectSound', 'nextProvider', start + days(3));
    expect(ledger(sound.effects)).toEqual([{ kind: 'ledger', move: 'releaseRetention', fen: 1_728_000 }]);
    expect(sound.facts).toMatchObject({ dispute: null, incoming: 'sound' });
    // Once evidence is gathered it is no longer the inspector’s to end, and a dispute of the owner’s own never was.
    const refused = go(faulty.facts, 'refuseSplit', 'provider', start + days(2), { reason: '出厂时量过' });
    expect(reasonOf(refused.facts, 'inspectSound', 'nextProvider', start + days(3))).toBe(
      '争议处理期间，其他操作已冻结',
    );
    const own = go(facts, 'openDispute', 'owner', start, {
      reason: '少了两张',
      split: { ownerFen: 1_728_000, providerFen: 0 },
    });
    expect(reasonOf(own.facts, 'inspectSound', 'nextProvider')).toBe('争议处理期间，其他操作已冻结');
    const paidOut = at({ status: 7, payments: paid(3, 3, 3) });
    expect(go(paidOut, 'inspectFaulty', 'nextProvider', start, { reason: '有六张不合格' }).facts.dispute).toBeNull();
  });

  test('[Z-07] a changed input keeps the owner from choosing until it was seen, and lets bidders adjust until then', () => {
    const open = at({ status: 1 });
    expect(reasonOf(open, 'changeTender', 'bidder', deadline)).toBe('投标已截止');
    const changed = go(open, 'inputChanged', 'earlierProvider').facts;
    expect(reasonOf(changed, 'award', 'owner')).toBe('前面环节的交付有更新，请先确认新的输入');
    expect(go(changed, 'withdrawTender', 'bidder', deadline + hours(1)).facts.tenders).toBe(open.tenders - 1);
    const seen = go(changed, 'confirmInput', 'owner');
    expect(seen.effects).toContainEqual({ kind: 'notice', to: 'bidders' });
    expect(go(seen.facts, 'changeTender', 'bidder', deadline + hours(1)).ok).toBe(true);
    expect(go(seen.facts, 'award', 'owner', start, { amountFen: 8_640_000 }).to).toBe(2);
    expect(next(seen.facts, 'confirmInput', 'owner', start).ok).toBe(false);
    expect(go(seen.facts, 'inputChanged', 'earlierProvider').facts.input).toBe('changed');
  });

  test('[Z-07] [Z-06] a dispute freezes what its owner does about a changed input, and not that it is known', () => {
    const disputed = go(at({ status: 3, payments: paid(2, 1, 0) }), 'openDispute', 'owner', start, {
      reason: '尺寸不对',
      split: { ownerFen: held(at({ status: 3, payments: paid(2, 1, 0) })), providerFen: 0 },
    }).facts;
    const marked = go(disputed, 'inputChanged', 'earlierProvider', start + days(1));
    expect(marked.facts).toMatchObject({ input: 'changed', dispute: disputed.dispute, payments: disputed.payments });
    expect(marked.effects).toContainEqual({ kind: 'notice', to: 'owner' });
    expect(dueAt(marked.facts)).toBe(dueAt(disputed));
    expect(reasonOf(marked.facts, 'confirmInput', 'owner')).toBe('争议处理期间，其他操作已冻结');
    const thawed = go(marked.facts, 'withdrawDispute', 'owner', start + days(2));
    expect(go(thawed.facts, 'confirmInput', 'owner', start + days(2)).facts.input).toBe('confirmed');
  });

  test('[O-07] silence after finishing: three reminders, then the provider may open a dispute', () => {
    let facts = at({ status: 4, payments: paid(2, 2, 1) });
    expect(reasonOf(facts, 'openDispute', 'provider', start + days(2))).toContain('12 天后仍未验收才能发起争议');
    for (const day of [3, 7, 14]) {
      expect(dueAt(facts)).toBe(start + days(day));
      facts = go(facts, 'remindAffirm', 'clock', start + days(day)).facts;
    }
    expect(dueAt(facts)).toBeNull();
    expect(go(facts, 'openDispute', 'provider', start + days(14)).facts.dispute?.phase).toBe('negotiation');
  });

  test('[O-06] a contract is in force once both sides confirmed the same file', () => {
    let facts = go(at({ status: 3 }), 'uploadContract', 'provider').facts;
    expect(facts.contract?.confirmed).toEqual({ owner: false, provider: true });
    expect(reasonOf(facts, 'confirmContract', 'provider')).toBe('您已确认这份合同');
    expect(reasonOf(facts, 'confirmContract', 'owner', start, { hash: 'b'.repeat(64) })).toContain('合同文件已更换');
    facts = go(facts, 'confirmContract', 'owner').facts;
    expect(reasonOf(facts, 'uploadContract', 'owner')).toContain('不能更换');
  });

  test('[O-08] appraisals show once both sides wrote, or after 7 days', () => {
    const facts = go(at({ status: 7, payments: paid(3, 3, 3) }), 'appraise', 'owner').facts;
    expect(facts.appraisalsPublic).toBe(false);
    expect(go(facts, 'appraise', 'provider').facts.appraisalsPublic).toBe(true);
    expect(dueAt(facts)).toBe(start + days(7));
    const shown = go(facts, 'revealAppraisals', 'clock', start + days(7)).facts;
    expect(reasonOf(shown, 'reply', 'owner')).toBe('对方没有评价');
    const replied = go(shown, 'reply', 'provider').facts;
    expect(reasonOf(replied, 'reply', 'provider')).toBe('您已回复过');
  });
});

describe('cancelling and disputes', () => {
  const working = at({ status: 3, payments: paid(2, 0, 0) });

  test('[O-03] cancelling: free in 1 and 2, at once in 3 with nothing held, never from 4 on', () => {
    expect(go(at({ status: 1 }), 'cancel', 'owner').to).toBe(6);
    expect(go(at({ status: 2 }), 'cancel', 'owner').to).toBe(6);
    expect(go(at({ status: 3, payments: paid(1, 0, 0) }), 'cancel', 'provider').facts).toMatchObject({
      status: 6,
      payments: paid(0, 0, 0),
    });
    expect(reasonOf(working, 'cancel', 'owner')).toBe('订单进行中，现在不能进行“取消”');
    for (const status of [4, 5, 6, 7, 8] as const)
      expect(next(at({ status }), 'cancel', 'owner', start).ok).toBe(false);
    expect(next(at({ status: 1 }), 'cancel', 'owner', start)).toMatchObject({
      kind: 'invalid_input',
      reason: '请填写原因',
    });
    expect(next(at({ status: 1 }), 'cancel', 'provider', start)).toMatchObject({ kind: 'not_allowed' });
  });

  test('[O-03] with money held: a request with a split, accepted, refused or left 48 hours', () => {
    const split = { ownerFen: 1_592_000, providerFen: 1_000_000 };
    const asked = go(working, 'requestCancel', 'owner', start, { reason: '不做了', split }).facts;
    expect(reasonOf(asked, 'acceptCancel', 'owner')).toContain('请等待对方答复');
    // a split slipped in with the acceptance changes nothing
    const accepted = go(asked, 'acceptCancel', 'provider', start, { split: { ownerFen: 0, providerFen: 2_592_000 } });
    expect(accepted).toMatchObject({ to: 6, facts: { payments: paid(5, 0, 0) } });
    expect(ledger(accepted.effects)).toEqual([{ kind: 'ledger', move: 'divide', ...split }]);
    expect(go(asked, 'refuseCancel', 'provider').facts.dispute).toMatchObject({ openedBy: 'owner', answered: true });
    expect(dueAt(asked)).toBe(start + hours(48));
    const silent = go(asked, 'cancelUnanswered', 'clock', start + hours(48)).facts;
    expect(silent).toMatchObject({ cancelRequest: null, dispute: { openedBy: 'owner', answered: false } });
    const wrong = next(working, 'requestCancel', 'owner', start, {
      reason: '不做了',
      split: { ownerFen: 1, providerFen: 1 },
    });
    expect(wrong).toMatchObject({ ok: false, kind: 'invalid_input', reason: '两部分之和应等于托管中的 ¥25,920.00' });
  });

  test('[Z-06] a dispute freezes everything else, and goes on where it stopped', () => {
    const affirmed = at({ status: 5, payments: paid(3, 3, 2), retentionUntil: start + days(15) });
    const open = go(affirmed, 'openDispute', 'owner', start + days(10)).facts;
    expect(reasonOf(open, 'complete', 'owner', start + days(10))).toBe('争议处理期间，其他操作已冻结');
    expect(pending(open).map(({ row }) => row.action)).toEqual(['disputeSilence']);
    const back = go(open, 'withdrawDispute', 'owner', start + days(14)).facts;
    expect(back).toMatchObject({ dispute: null, retentionUntil: start + days(19) });
  });

  test('[Z-06] silence for 7 days is the opener’s split; an answer leads to evidence and a ruling', () => {
    const open = go(working, 'openDispute', 'provider', start, {
      reason: '对方不再回应',
      split: { ownerFen: 0, providerFen: 2_592_000 },
    }).facts;
    const silent = go(open, 'disputeSilence', 'clock', start + days(7));
    expect(silent).toMatchObject({ to: 7, facts: { payments: paid(3, 0, 0), dispute: null } });
    const countered = go(open, 'counterSplit', 'owner', start + days(1)).facts;
    expect(dueAt(countered)).toBe(start + days(4));
    expect(go(countered, 'acceptSplit', 'provider', start + days(2))).toMatchObject({
      to: 8,
      facts: { payments: paid(4, 0, 0) },
    });
    const evidence = go(countered, 'disputeToEvidence', 'clock', start + days(4)).facts;
    go(evidence, 'addEvidence', 'owner', start + days(5));
    expect(next(evidence, 'ruleClose', 'operator', start + days(5), inputFor(evidence)).ok).toBe(false);
    const heard = go(evidence, 'closeEvidence', 'clock', start + days(9)).facts;
    expect(dueAt(heard)).toBeNull();
    expect(
      next(heard, 'ruleComplete', 'operator', start + days(9), {
        reason: '按进度',
        split: { ownerFen: 5, providerFen: 5 },
      }).ok,
    ).toBe(false);
    expect(go(heard, 'ruleComplete', 'operator', start + days(9)).to).toBe(7);
    expect(go(heard, 'ruleClose', 'operator', start + days(9)).to).toBe(8);
    expect(go(heard, 'ruleResume', 'operator', start + days(9)).facts).toMatchObject({
      status: 3,
      dispute: null,
      payments: working.payments,
    });
  });
});

describe('money', () => {
  test('[O-04] a split loses and makes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (total) => {
        const { down, second, final } = splitAmount(total);
        expect(BigInt(down) + BigInt(second) + BigInt(final)).toBe(BigInt(total));
        expect([down, second, final].every((fen) => Number.isSafeInteger(fen) && fen >= 0)).toBe(true);
      }),
    );
    expect(splitAmount(8_640_000)).toEqual({ down: 2_592_000, second: 4_320_000, final: 1_728_000 });
    expect(splitAmount(1001)).toEqual({ down: 300, second: 500, final: 201 });
    expect(() => splitAmount(10.5)).toThrow(RangeError);
    expect(() => splitAmount(-1)).toThrow(RangeError);
  });

  test('[O-04] payment progress 0 to 3; status 5 forces 3', () => {
    expect(paymentProgress(3, paid(1, 0, 0))).toBe(0);
    expect(paymentProgress(3, paid(2, 1, 0))).toBe(1);
    expect(paymentProgress(4, paid(2, 2, 1))).toBe(2);
    expect(paymentProgress(4, paid(2, 2, 2))).toBe(3);
    expect(paymentProgress(7, paid(3, 3, 3))).toBe(3);
    expect(paymentProgress(5, paid(0, 0, 0))).toBe(3);
  });

  test('sums read as people write them', () => {
    expect([yuan(0), yuan(5), yuan(1_728_000), yuan(123_456_789)]).toEqual([
      '¥0.00',
      '¥0.05',
      '¥17,280.00',
      '¥1,234,567.89',
    ]);
  });
});

describe('next step', () => {
  test('[Z-05] says what happens by itself, when, and what it does to the money', () => {
    const affirmed = at({ status: 5, payments: paid(3, 3, 2), retentionUntil: start + days(15) });
    expect(nextStep(affirmed)).toEqual({
      what: '质保金自动放给承接方，订单完成',
      at: start + days(15),
      waitsFor: 'owner',
      money: '¥17,280.00 放给承接方',
      to: 7,
    });
    expect(nextStep(at({ status: 2 }))).toMatchObject({ at: start + hours(72), waitsFor: 'provider', to: 1 });
    expect(nextStep(at({ status: 3, payments: paid(1, 0, 0) }))).toMatchObject({
      what: '等待发布方支付首付 ¥25,920.00',
      at: null,
      waitsFor: 'owner',
    });
    expect(nextStep(at({ status: 4, payments: paid(2, 2, 2) })).money).toBe(
      '验收后 ¥69,120.00 放给承接方，¥17,280.00 留作质保金',
    );
    expect(nextStep(at({ status: 6 }))).toMatchObject({ at: null, waitsFor: null });
  });

  test('[Z-05] says 您 to the reader whom it means, and leaves no name of a side unsaid', () => {
    const due = at({ status: 3, payments: paid(1, 0, 0) });
    expect(nextStep(due, 'owner').what).toBe('等待您支付首付 ¥25,920.00');
    expect(nextStep(due, 'provider').what).toBe('等待发布方支付首付 ¥25,920.00');
    expect(nextStep(due, 'provider').money).toContain('验收后才放给您');
    expect(nextStep(at({ status: 2 }), 'provider').what).toBe('您仍未答复，视为拒绝，重新招标');
    const working = at({ status: 3, payments: paid(2, 0, 0) });
    const disputed = go(working, 'openDispute', 'owner').facts;
    expect(nextStep(disputed, 'owner')).toMatchObject({
      what: '对方仍未回应，就按您的方案全部退给您',
      money: '¥25,920.00 退给您，¥0.00 付给承接方',
    });
    expect(nextStep(disputed, 'provider').what).toBe('您仍未回应，就按对方的方案全部退给发布方');
    expect(nextStep(disputed, 'operator').what).toBe('对方仍未回应，就按发起方的方案全部退给发布方');
    const said = orderTable.flatMap(({ says }) => says ?? []);
    for (const reader of ['owner', 'provider', 'operator'] as const)
      for (const sentence of said) expect(addressed(sentence, disputed, reader)).not.toMatch(/[{}]/);
  });
});

describe('chain rule', () => {
  test('[D-09] the stage before is completed, this one free, nothing later', () => {
    expect(chainRefusal([7, null, null], 1)).toBeNull();
    expect(chainRefusal([7, 6, null], 1)).toBeNull();
    expect(chainRefusal([7, 8, null], 1)).toBeNull();
    expect(chainRefusal([5, null, null], 1)).toBe('上一环节的订单还没有完成');
    expect(chainRefusal([7, 1, null], 1)).toBe('这条产品线的本环节已有需求');
    expect(chainRefusal([7, null, 8], 1)).toBe('这条产品线的后续环节已有需求');
    expect(chainRefusal([7, null, null], 2)).toBe('上一环节的订单还没有完成');
    // a line that began here may begin again
    expect(chainRefusal([null, 6, null], 1)).toBeNull();
    expect(chainRefusal([null, null, null], 1)).toBe('上一环节的订单还没有完成');
  });

  test('[D-09] a finished order offers the next stage, a failed one offers to be raised again, once', () => {
    const done = at({ status: 7, payments: paid(3, 3, 3), line: [7, 7, 7, 7, null] });
    expect(go(done, 'followOn', 'owner').to).toBe(7);
    expect(reasonOf({ ...done, line: [7, 7, 7, 7, 1] }, 'followOn', 'owner')).toBe('这条产品线的本环节已有需求');
    const failed = at({ status: 8, line: [7, 7, 7, 8, null] });
    expect(go(failed, 'raiseAgain', 'owner').to).toBe(8);
    expect(reasonOf({ ...failed, inLine: false }, 'raiseAgain', 'owner')).toBe('本环节已重新发布');
  });
});
