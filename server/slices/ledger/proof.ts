import { sql } from 'kysely';
import type { Finding, ProofCheck } from '../../../contract/operator/ledger.ts';
import { yuan } from '../../../contract/process/money.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { KindTotal, ProofCounts } from './proof-tables.ts';

/** Looks for what cannot be, in the one snapshot that the whole proof sees. */
export interface InnerCheck {
  readonly key: ProofCheck;
  readonly run: (tx: Tx) => Promise<Finding[]>;
}

/** Compares with what others say: asked after the snapshot, since it waits for them. */
export interface OuterCheck {
  readonly key: ProofCheck;
  readonly run: (services: Services) => Promise<OuterOutcome>;
}

export interface OuterOutcome {
  findings: Finding[];
  /** what the others cannot say yet: neither right nor wrong */
  waiting: Finding[];
  /** Remembers how far it came, in the transaction that keeps the proof. */
  keep: (tx: Tx) => Promise<void>;
}

export interface ProofResult {
  checks: ProofCheck[];
  counts: ProofCounts;
  totals: KindTotal[];
  findings: Finding[];
  waiting: Finding[];
  /** of the outer checks */
  keep: (tx: Tx) => Promise<void>;
  seconds: number;
}

/** Findings of one check at most; the first tell what is the matter. */
export const mostFindings = 100;

/** Fen in words, of either sign. */
export const signed = (fen: number): string => (fen < 0 ? `-${yuan(-fen)}` : yuan(fen));

const found = (check: ProofCheck, rows: readonly { subject: string; message: string }[]): Finding[] =>
  rows.map(({ subject, message }) => ({ check, subject, message }));

const sums: InnerCheck = {
  key: 'sums',
  run: async (tx) => {
    const { rows } = await sql<{ id: string; cause: string; sum: number | null; entries: number }>`
      select t.id, t.cause, s.sum, coalesce(s.entries, 0) as entries
      from ledger_transactions t
      full join (
        select transaction_id, sum(amount_fen)::int8 as sum, count(*) as entries from ledger_entries group by 1
      ) s on s.transaction_id = t.id
      where s.sum is null or s.sum <> 0 or s.entries < 2 or t.id is null
      limit ${mostFindings}`.execute(tx);
    const what = ({ sum, entries }: (typeof rows)[number]) =>
      sum === null ? '没有分录' : sum === 0 ? `只有${entries}条分录` : `分录合计 ${signed(sum)}，应为零`;
    return found(
      'sums',
      rows.map((row) => ({ subject: `transaction:${row.id}`, message: `交易 ${row.cause}：${what(row)}` })),
    );
  },
};

const chain: InnerCheck = {
  key: 'chain',
  run: async (tx) => {
    const { rows } = await sql<{
      account: string;
      stripe: number;
      seq: number;
      before_seq: number;
      due: number;
      balance_fen: number;
    }>`
      select account, stripe, seq, before_seq, before_fen + amount_fen as due, balance_fen
      from (
        select account, stripe, seq, amount_fen, balance_fen,
          lag(seq, 1, 0::int8) over one as before_seq,
          lag(balance_fen, 1, 0::int8) over one as before_fen
        from ledger_entries
        window one as (partition by account, stripe order by seq)
      ) e
      where seq <> before_seq + 1 or balance_fen <> before_fen + amount_fen
      limit ${mostFindings}`.execute(tx);
    return found(
      'chain',
      rows.map(({ account, stripe, seq, before_seq, due, balance_fen }) => ({
        subject: nameOf(account, stripe),
        message:
          seq === before_seq + 1
            ? `第${seq}条分录后余额记为 ${signed(balance_fen)}，应为 ${signed(due)}`
            : `第${before_seq}条之后是第${seq}条，中间缺了分录`,
      })),
    );
  },
};

const balances: InnerCheck = {
  key: 'balances',
  run: async (tx) => {
    const { rows } = await sql<{
      account: string;
      stripe: number;
      kept: number | null;
      sum: number | null;
      kept_seq: number | null;
      seq: number | null;
    }>`
      select account, stripe, b.balance_fen as kept, e.sum, b.seq as kept_seq, e.seq
      from ledger_balances b
      full join (
        select account, stripe, sum(amount_fen)::int8 as sum, max(seq) as seq from ledger_entries group by 1, 2
      ) e using (account, stripe)
      where b.balance_fen is distinct from e.sum or b.seq is distinct from e.seq
      limit ${mostFindings}`.execute(tx);
    return found(
      'balances',
      rows.map(({ account, stripe, kept, sum, kept_seq, seq }) => ({
        subject: nameOf(account, stripe),
        message:
          kept === sum
            ? `余额记到第${kept_seq ?? 0}条，分录到第${seq ?? 0}条`
            : `余额记为 ${kept === null ? '无' : signed(kept)}，分录合计 ${sum === null ? '无' : signed(sum)}`,
      })),
    );
  },
};

const negative: InnerCheck = {
  key: 'negative',
  run: async (tx) => {
    const { rows } = await sql<{ account: string; stripe: number; balance_fen: number }>`
      select account, stripe, balance_fen from ledger_balances
      where balance_fen < 0 and account not like 'clearing:%' limit ${mostFindings}`.execute(tx);
    return found(
      'negative',
      rows.map(({ account, stripe, balance_fen }) => ({
        subject: nameOf(account, stripe),
        message: `余额为负：${signed(balance_fen)}`,
      })),
    );
  },
};

const days: InnerCheck = {
  key: 'days',
  run: async (tx) => {
    const { rows } = await sql<{ user_id: string; day: string; type: number; kept: number | null; sum: number | null }>`
      select user_id, day::text, type, w.amount_fen as kept, e.sum
      from wallet_days w
      full join (
        select substr(account, 11)::uuid as user_id, (at at time zone 'Asia/Shanghai')::date as day, type,
          sum(amount_fen)::int8 as sum
        from ledger_entries where account like 'available:%' and type is not null group by 1, 2, 3
      ) e using (user_id, day, type)
      where coalesce(w.amount_fen, 0) <> coalesce(e.sum, 0)
      limit ${mostFindings}`.execute(tx);
    return found(
      'days',
      rows.map(({ user_id, day, type, kept, sum }) => ({
        subject: `available:${user_id}`,
        message: `${day} 类型${type} 汇总 ${signed(kept ?? 0)}，分录合计 ${signed(sum ?? 0)}`,
      })),
    );
  },
};

/** What the ledger can say of itself; others add what only they know. */
export const ledgerChecks: readonly InnerCheck[] = [sums, chain, balances, negative, days];

const nameOf = (account: string, stripe: number) => (stripe === 0 ? account : `${account}#${stripe}`);

/**
 * Proves the whole ledger: everything that the database says is seen in one snapshot, while the portal goes on. Reads only.
 */
export async function prove(
  services: Services,
  inner: readonly InnerCheck[],
  outer: readonly OuterCheck[] = [],
): Promise<ProofResult> {
  const began = performance.now();
  const inside = await inTransaction(
    services.db,
    async (tx) => {
      const findings: Finding[] = [];
      for (const check of inner) findings.push(...(await check.run(tx)));
      return { findings, counts: await countsOf(tx), totals: await totalsOf(tx) };
    },
    { isolation: 'repeatable read' },
  );
  const outcomes: OuterOutcome[] = [];
  for (const check of outer) outcomes.push(await check.run(services));
  const findings = [...inside.findings, ...outcomes.flatMap((outcome) => outcome.findings)];
  const waiting = outcomes.flatMap((outcome) => outcome.waiting);
  const keep = async (tx: Tx) => {
    for (const outcome of outcomes) await outcome.keep(tx);
  };
  const seconds = (performance.now() - began) / 1000;
  return { ...inside, findings, waiting, keep, checks: [...inner, ...outer].map(({ key }) => key), seconds };
}

async function countsOf(tx: Tx): Promise<ProofCounts> {
  const { rows } = await sql<ProofCounts>`
    select (select count(*) from ledger_transactions) as transactions,
      (select count(*) from ledger_entries) as entries,
      (select count(distinct account) from ledger_balances) as accounts,
      (select count(*) from ledger_balances where account like 'escrow:%' and balance_fen <> 0) as orders`.execute(tx);
  return rows[0] ?? { transactions: 0, entries: 0, accounts: 0, orders: 0 };
}

/** What all accounts of a kind hold; gateways one by one. */
async function totalsOf(tx: Tx): Promise<KindTotal[]> {
  const { rows } = await sql<KindTotal>`
    select case when account like 'clearing:%' then account else split_part(account, ':', 1) end as kind,
      sum(balance_fen)::int8 as fen
    from ledger_balances group by 1 order by 1`.execute(tx);
  return rows;
}
