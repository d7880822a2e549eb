import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import {
  statementDays,
  statementLines,
  verdicts,
  type Verdict,
  type WireStatementLine,
  wrongVerdicts,
} from '../../../contract/operator/statement.ts';
import { payWayNames } from '../../../contract/payments.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { isId } from '../../db/ids.ts';
import { offsetOf } from '../../db/page.ts';
import { publicUsers } from '../accounts/queries.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { readers } from '../ledger/proof-calls.ts';
import { needRole } from '../operators/policy.ts';
import { withdrawalsByIds } from '../wallet/queries.ts';
import { titleOf } from './present.ts';
import { paymentsByIds } from './queries.ts';
import { lineKindNames, type Pair, pairsOfDay } from './statement.ts';
import { comparedDays } from './unclean-days.ts';

const shownDays = 30;
const dayLong = 86_400_000;
const order = Object.keys(verdicts) as Verdict[];

const keyParts = ({ key }: Pair) => {
  const [kind = '', id = ''] = key.split(' ');
  return { kind: kind as keyof typeof lineKindNames, id };
};

async function present({ db }: SignedInContext, pairs: readonly Pair[]): Promise<WireStatementLine[]> {
  const ids = pairs.map((pair) => keyParts(pair).id).filter(isId);
  const [payments, withdrawals] = await Promise.all([paymentsByIds(db, ids), withdrawalsByIds(db, ids)]);
  const people = await publicUsers(
    db,
    [...payments, ...withdrawals].map(({ user_id }) => user_id),
  );
  return pairs.map((pair) => {
    const { kind, id } = keyParts(pair);
    const { line, booked, verdict } = pair;
    const payment = payments.find((row) => row.id === id);
    const withdrawal = withdrawals.find((row) => row.id === id);
    const userId = (payment ?? withdrawal)?.user_id ?? '';
    return {
      kindName: lineKindNames[kind] ?? kind,
      ourId: id,
      title: payment ? titleOf(payment) : withdrawal ? `提现 ${withdrawal.number}` : '',
      demandNid: payment?.nid ?? '',
      userId,
      nickname: people.get(userId)?.name ?? '',
      gatewayNumber: line?.gatewayNumber ?? '',
      gatewayMoney: line ? fenToYuan(line.fen) : '',
      ledgerMoney: booked ? fenToYuan(booked.fen) : '',
      gatewayTime: line && seconds(line.at),
      ledgerTime: booked && seconds(booked.at),
      verdict,
      verdictName: verdicts[verdict],
    };
  });
}

export const statementCalls: AnyImplementation[] = [
  implement(statementDays, async (_input, { db, caller, gateways, now }) => {
    needRole(caller, readers);
    const data = [];
    for (const { name } of gateways.all) {
      const { until, found } = await comparedDays(db, name);
      for (let back = 0; back < shownDays; back += 1) {
        const day = shanghaiDay(new Date(now.getTime() - back * dayLong));
        const findings = found.get(day) ?? (until !== undefined && day <= until ? 0 : null);
        data.push({ gateway: name, gatewayName: payWayNames[name], day, findings });
      }
    }
    return { data };
  }),
  implement(
    statementLines,
    async ({ gateway: name, day, show, ...page }, context) => {
      needRole(context.caller, readers);
      const gateway = context.gateways.all.find((one) => one.name === name) ?? context.gateways.all[0];
      if (!gateway) throw new Refusal('not_found', '没有接入支付通道');
      const pairs = await pairsOfDay(context, gateway, day).catch((error: unknown) => {
        context.log.warn({ err: error, gateway: gateway.name, day }, 'a statement could not be had');
        throw new Refusal('unavailable', '通道对账单没有取到，请稍后再试');
      });
      const all = (pairs ?? []).toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
      const wanted = show === 'wrong' ? all.filter(({ verdict }) => wrongVerdicts.includes(verdict)) : all;
      const shown = wanted.slice(offsetOf(page), offsetOf(page) + page.pageSize);
      const counts = order.map((verdict) => ({
        verdict,
        name: verdicts[verdict],
        count: all.filter((pair) => pair.verdict === verdict).length,
      }));
      const sum = (side: (pair: Pair) => number) => fenToYuan(all.reduce((total, pair) => total + side(pair), 0));
      return {
        data: {
          ready: pairs !== null,
          lines: await present(context, shown),
          counts: counts.filter(({ count }) => count > 0),
          gatewaySum: sum(({ line }) => line?.fen ?? 0),
          // A repeated line is one entry.
          ledgerSum: sum(({ booked, verdict }) => (verdict === 'twice' ? 0 : (booked?.fen ?? 0))),
        },
        page: { count: wanted.length, ...page },
      };
    },
    { limit: { max: 120, per: 3600 } },
  ),
];
