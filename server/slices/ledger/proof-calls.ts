import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { type LedgerProof, ledgerProofs, proveLedger } from '../../../contract/operator/ledger.ts';
import { payWayNames } from '../../../contract/payments.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { publicUsers } from '../accounts/queries.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { type ProofChecks, proofPage, proveAndKeep } from './proofs.ts';
import type { LedgerProofRow } from './proof-tables.ts';

/** Who looks at the ledger. */
export const readers: readonly OperatorRole[] = ['finance', 'admin', 'auditor'];

/** The console's part for the ledger; what waits there is not the ledger's alone to say. */
export const ledgerDesk: DeskPart = { key: 'ledger', name: '账务核对', roles: readers };

/** Names of kinds of accounts; signs as the ledger has them: positive is owed by the portal. */
const kinds: Readonly<Record<string, string>> = {
  available: '用户可用余额',
  frozen: '用户提现冻结',
  escrow: '订单托管',
  income: '平台服务费',
  'clearing:demo': '演示数据的来源',
  'clearing:bank': '银行人工打款',
  'clearing:sandbox': payWayNames.sandbox,
  'clearing:alipay': payWayNames.alipay,
  'clearing:wechat': payWayNames.wechat,
};

async function present(context: SignedInContext, rows: readonly LedgerProofRow[]): Promise<LedgerProof[]> {
  const people = await publicUsers(
    context.db,
    rows.flatMap(({ asked_by }) => asked_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    trigger: row.trigger,
    askedBy: people.get(row.asked_by ?? '')?.name ?? '',
    create_time: seconds(row.at),
    finish_time: row.finished_at && seconds(row.finished_at),
    seconds: Math.round(row.seconds * 100) / 100,
    counts: { transactions: 0, entries: 0, accounts: 0, orders: 0, ...row.counts },
    totals: row.totals.map(({ kind, fen }) => ({ kind, name: kinds[kind] ?? kind, money: fenToYuan(fen) })),
    total: fenToYuan(row.totals.reduce((sum, { fen }) => sum + fen, 0)),
    findingCount: row.finding_count,
    findings: row.findings,
    waiting: row.waiting,
    checks: row.checks,
  }));
}

export const proofCalls = (checks: ProofChecks): AnyImplementation[] => [
  implement(ledgerProofs, async ({ id, ...page }, context) => {
    needRole(context.caller, readers);
    const { rows, count } = await proofPage(context.db, { id, ...page });
    return { data: await present(context, rows), page: { count, ...page } };
  }),
  implement(
    proveLedger,
    async (_input, context) => {
      needRole(context.caller, readers);
      const row = await proveAndKeep(context, checks, context);
      const [data] = row ? await present(context, [row]) : [];
      if (!data) throw new Refusal('state_conflict', '正在核对，请等这一次核对完再试');
      return { data };
    },
    { limit: { max: 10, per: 60 } },
  ),
];
