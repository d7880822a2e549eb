import { sql } from 'kysely';
import type { Finding } from '../../../contract/operator/ledger.ts';
import type { Verdict } from '../../../contract/operator/statement.ts';
import { yuan } from '../../../contract/process/money.ts';
import type { Gateway, StatementLine } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import { firstIdAt, momentOf } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { clearing } from '../ledger/accounts.ts';
import { shanghaiDay } from '../ledger/post.ts';
import type { OuterCheck, OuterOutcome } from '../ledger/proof.ts';
import { type Compared, keepFindings, uncleanDays } from './unclean-days.ts';

/** Milliseconds that what moved at a gateway may take to be in the ledger: it is told, or asked about, by then. */
const underWay = 10 * 60_000;
const dayLong = 86_400_000;

/** What the ledger knows of one thing that a gateway did. */
export interface Booked {
  key: string;
  /** positive towards us, as the statement has it */
  fen: number;
  at: Date;
  /** nothing of it can have happened before */
  askedAt: Date;
}

export const lineKindNames: Readonly<Record<StatementLine['kind'], string>> = {
  payment: '支付',
  refund: '退款',
  payOut: '打款',
  payOutReturn: '打款退回',
};
/** Kinds of movements on a clearing account, as the statement calls them. */
const kinds = { topUp: 'payment', payWithdrawal: 'payOut', returnWithdrawal: 'payOutReturn' } as const;

const keyOf = ({ kind, ourId }: Pick<StatementLine, 'kind' | 'ourId'>) => `${kind} ${ourId}`;
const inWords = (key: string) => {
  const [kind = '', id = ''] = key.split(' ');
  return `${lineKindNames[kind as StatementLine['kind']] ?? kind} ${id}`;
};

/**
 * Compares a day of a gateway's statement (Asia/Shanghai, `YYYY-MM-DD`) with the entries of its clearing account, line by
 * line and in both directions. Null while the statement is not ready.
 */
export async function gatewayStatementCheck(
  services: Services,
  gateway: Gateway,
  day: string,
): Promise<Finding[] | null> {
  return (await compareDay(services, gateway, day))?.findings ?? null;
}

/** One thing that a gateway or the ledger knows of a day, side by side. */
export interface Pair {
  key: string;
  line: StatementLine | null;
  booked: Booked | null;
  verdict: Verdict;
}

/** Every line of a gateway's statement of a day and everything that is booked on it, in pairs; null while it is not ready. */
export async function pairsOfDay(services: Services, gateway: Gateway, day: string): Promise<Pair[] | null> {
  const lines = await gateway.statement(day);
  if (lines === null) return null;
  const begin = new Date(`${day}T00:00:00+08:00`);
  const end = new Date(begin.getTime() + dayLong);
  // What a gateway did at midnight is booked on the day after.
  const booked = await bookedBetween(
    services,
    gateway,
    new Date(begin.getTime() - dayLong),
    new Date(end.getTime() + dayLong),
  );
  const pairs: Pair[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = booked.get(key) ?? (await bookedEver(services, gateway, line)) ?? null;
    const old = services.clock.now().getTime() - line.at.getTime() > underWay;
    const twice = seen.has(key);
    seen.add(key);
    const verdict = known === null ? (old ? 'notHere' : 'waiting') : known.fen === line.fen ? 'same' : 'amount';
    if (twice) pairs.push({ key, line, booked: known, verdict: 'twice' });
    // A second one that differs is two faults.
    if (!twice || verdict === 'amount' || verdict === 'notHere') pairs.push({ key, line, booked: known, verdict });
  }
  for (const one of booked.values()) {
    if (seen.has(one.key) || one.at < begin || one.at >= end) continue;
    const found = await elsewhere(gateway, one);
    const verdict = found === 'yes' ? 'otherDay' : found === 'no' ? 'notThere' : 'waiting';
    pairs.push({ key: one.key, line: null, booked: one, verdict });
  }
  return pairs;
}

/** What a pair that is wrong is told as; null of one that is not. */
function wordsOf({ key, line, booked, verdict }: Pair): string | null {
  if (verdict === 'twice') return `对账单中${inWords(key)}出现两次`;
  if (verdict === 'amount' && line && booked)
    return `${inWords(key)}：通道 ${signed(line.fen)}，账本 ${signed(booked.fen)}`;
  if (verdict === 'notHere' && line)
    return `${inWords(key)}（通道单号 ${line.gatewayNumber}，${signed(line.fen)}）不在账本中`;
  if (verdict === 'notThere' && booked) return `${inWords(key)}（${signed(booked.fen)}）在账本中，通道对账单没有`;
  return null;
}

/** `undecided`: a line that is missing may stand in a statement that is not ready yet. */
async function compareDay(services: Services, gateway: Gateway, day: string): Promise<Compared | null> {
  const pairs = await pairsOfDay(services, gateway, day);
  if (pairs === null) return null;
  const subject = clearing(gateway.name);
  return {
    findings: pairs.flatMap((pair): Finding[] => {
      const message = wordsOf(pair);
      return message === null ? [] : [{ check: 'statement', subject, message }];
    }),
    undecided: pairs.some(({ line, verdict }) => line === null && verdict === 'waiting'),
  };
}

const signed = (fen: number) => `${fen < 0 ? '-' : '+'}${yuan(Math.abs(fen))}`;

/**
 * A movement that is booked on a day may stand in the statement of the day after, or of any since it was asked for: a
 * pay-out that took long is booked when it is heard of. What is not ready is no proof.
 */
async function elsewhere(gateway: Gateway, { key, at, askedAt }: Booked): Promise<'yes' | 'no' | 'not ready'> {
  let ready = true;
  const earliest = Math.min(askedAt.getTime(), at.getTime() - dayLong);
  for (
    let time = at.getTime() + dayLong;
    shanghaiDay(new Date(time)) >= shanghaiDay(new Date(earliest));
    time -= dayLong
  ) {
    const lines = await gateway.statement(shanghaiDay(new Date(time)));
    if (lines === null) ready = false;
    else if (lines.some((line) => keyOf(line) === key)) return 'yes';
  }
  return ready ? 'no' : 'not ready';
}

/** Of a payment the gateway's own time counts, of a pay-out the time when it was booked. */
async function bookedBetween(services: Services, gateway: Gateway, from: Date, to: Date): Promise<Map<string, Booked>> {
  const rows = await movements(services, gateway)
    .where(sql<Date>`coalesce(p.paid_at, t.at)`, '>=', from)
    .where(sql<Date>`coalesce(p.paid_at, t.at)`, '<', to)
    // By the key, which begins with the time: what was booked long after it was paid is found when its line is looked up.
    .where('t.id', '>=', firstIdAt(from))
    .execute();
  return new Map(rows.flatMap((row) => toBooked(row)).map((one) => [one.key, one]));
}

async function bookedEver(services: Services, gateway: Gateway, line: StatementLine): Promise<Booked | undefined> {
  const cause = Object.entries(kinds).flatMap(([movement, kind]) => {
    if (kind !== line.kind) return [];
    return [movement === 'topUp' ? `payment:${line.ourId}` : `withdrawal:${line.ourId}:${movement}`];
  });
  if (cause.length === 0) return undefined;
  const row = await movements(services, gateway).where('t.cause', 'in', cause).executeTakeFirst();
  return row && toBooked(row)[0];
}

function movements({ db }: Services, gateway: Gateway) {
  return db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .leftJoin('payments as p', 'p.id', 't.payment_id')
    .select(['t.kind', 't.cause', 'e.amount_fen', sql<Date>`coalesce(p.paid_at, t.at)`.as('at')])
    .where('e.account', '=', clearing(gateway.name));
}

function toBooked(row: { kind: string; cause: string; amount_fen: number; at: Date }): Booked[] {
  const kind = kinds[row.kind as keyof typeof kinds];
  const ourId = row.cause.split(':')[1];
  // The clearing account is minus what lies at the gateway.
  return kind && ourId ? [{ key: `${kind} ${ourId}`, fen: -row.amount_fen, at: row.at, askedAt: momentOf(ourId) }] : [];
}

/** Days of a gateway that one proof compares at most; what lay for longer follows in the next. */
const mostDays = 10;

const dayAfter = (day: string) => shanghaiDay(new Date(new Date(`${day}T12:00:00+08:00`).getTime() + dayLong));

/** The first day that was not compared: of a gateway never looked at, the first on which something moved. */
async function firstOpenDay(services: Services, gateway: Gateway, yesterday: string): Promise<string> {
  const kept = await services.db
    .selectFrom('statement_days')
    .select('day')
    .where('gateway', '=', gateway.name)
    .executeTakeFirst();
  if (kept) return dayAfter(kept.day);
  const first = await movements(services, gateway).orderBy('at').limit(1).executeTakeFirst();
  return first ? shanghaiDay(first.at) : yesterday;
}

/**
 * Compares every day until yesterday that was not compared before, what there is of today, and again each day on which
 * something was found.
 */
async function compareAll(services: Services, gateway: Gateway): Promise<OuterOutcome> {
  const now = services.clock.now();
  const [yesterday, today] = [shanghaiDay(new Date(now.getTime() - dayLong)), shanghaiDay(now)];
  const subject = clearing(gateway.name);
  const unclean = await uncleanDays(services, gateway, (one) => compareDay(services, gateway, one));
  const findings: Finding[] = [...unclean.findings];
  const waiting: Finding[] = [];
  const foundOn = new Map<string, Finding[]>();
  const say = (to: Finding[], message: string) => to.push({ check: 'statement', subject, message });
  /** until which all were compared, without a gap */
  let until: string | undefined;
  let gap = false;
  let day = await firstOpenDay(services, gateway, yesterday);
  try {
    for (let count = 0; day <= yesterday; day = dayAfter(day), count += 1) {
      if (count === mostDays) {
        say(waiting, `${day} 起的通道对账单留待下次核对`);
        break;
      }
      const compared = await compareDay(services, gateway, day);
      if (compared) findings.push(...compared.findings);
      if (!compared) say(waiting, `${day} 的通道对账单尚未出具，出具后核对`);
      else if (compared.undecided) say(waiting, `${day} 有账目要等前后一天的对账单出具后才能核对`);
      if (!compared || compared.undecided) gap = true;
      if (!gap) until = day;
      // Behind a gap it is compared again anyway.
      if (!gap && compared) foundOn.set(day, compared.findings);
    }
    day = today;
    const compared = await compareDay(services, gateway, today);
    if (compared) findings.push(...compared.findings);
  } catch (error) {
    services.log.warn({ err: error, gateway: gateway.name, day }, 'a statement could not be compared');
    say(findings, `${day} 的通道对账单没有取到，未能核对`);
  }
  return {
    findings,
    waiting,
    keep: async (tx) => {
      await unclean.keep(tx);
      await keepFindings(tx, gateway.name, foundOn, now);
      await keepDay(tx, gateway, until);
    },
  };
}

async function keepDay(tx: Tx, { name: gateway }: Gateway, day: string | undefined): Promise<void> {
  if (day === undefined) return;
  await tx
    .insertInto('statement_days')
    .values({ gateway, day })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ day }).where('statement_days.day', '<', day))
    .execute();
}

/** The ledger's proof asks every gateway about each day until it is clean; what is not ready is asked about by the next. */
export const statementCheck: OuterCheck = {
  key: 'statement',
  run: async (services) => {
    const outcomes: OuterOutcome[] = [];
    for (const gateway of services.gateways.all) outcomes.push(await compareAll(services, gateway));
    return {
      findings: outcomes.flatMap(({ findings }) => findings),
      waiting: outcomes.flatMap(({ waiting }) => waiting),
      keep: async (tx) => {
        for (const { keep } of outcomes) await keep(tx);
      },
    };
  },
};
