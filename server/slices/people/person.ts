import type { CallData } from '../../../contract/call.ts';
import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { noticeSays } from '../../../contract/notice-kinds.ts';
import { type operatorPerson, revealables } from '../../../contract/operator/people.ts';
import { regionPath } from '../../../contract/regions.ts';
import {
  accountTypeNames,
  certificationStatus,
  certificationStatusNames,
  shopCaseStatusNames,
  withdrawalStatusNames,
} from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deviceOf } from '../accounts/device-words.ts';
import { liveSessions } from '../accounts/devices.ts';
import { isOperator } from '../accounts/standing.ts';
import { findUser, publicUsers } from '../accounts/queries.ts';
import { suspensionsOf } from '../accounts/suspensions.ts';
import { auditLook } from '../audit/audit.ts';
import { presentEntries } from '../audit/present.ts';
import { auditOf } from '../audit/queries.ts';
import { sentCases } from '../cases/own/queries.ts';
import { sentStandingOf } from '../cases/own/standing.ts';
import { identityOf, maskedName } from '../certification/identity.ts';
import { newestCertification } from '../certification/queries.ts';
import { becameOf } from '../demands/my-tenders.ts';
import { tendersBy } from '../demands/queries.ts';
import { available, frozen } from '../ledger/accounts.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { balancesOf } from '../ledger/queries.ts';
import { daySums } from '../ledger/records.ts';
import { reportsAgainst } from '../moderation/against.ts';
import { writingsOf } from '../moderation/writings.ts';
import { noticePage } from '../notices/queries.ts';
import { hasRole } from '../operators/policy.ts';
import { demandsBy, ordersBy, ordersByIds } from '../orders/queries.ts';
import { shopsKeptBy } from '../shop/queries.ts';
import { lastDays, masked, presentIncome } from '../wallet/present.ts';
import { boundCards, withdrawalPage } from '../wallet/queries.ts';
import { deedsOf, keeperFault, moneyReaders, revealers, traceReaders } from './policy.ts';
import { presentDemand, presentRow, presentSuspension } from './present.ts';

type Person = CallData<typeof operatorPerson>;

/** Of each list on the page of a person; more is found in the lists themselves. */
const some = { page: 1, pageSize: 20 };
/** Of what operators did. */
const mostDeeds = 50;

/** Somebody whom an operator looks at, which is noted. Throws not_found. */
export const personSeen = (context: SignedInContext, id: string) =>
  inTransaction(context.db, async (tx) => {
    const found = await findUser(tx, id);
    if (!found || isOperator(found)) throw new Refusal('not_found', '没有找到这位用户');
    const subject = { kind: 'user', id } as const;
    await auditLook(tx, context, { action: 'user.seen', subject, state: { status: found.status } });
    return found;
  });

/** A person for an operator, who is noted as having looked. Throws not_found. */
export async function personPage(context: SignedInContext, id: string): Promise<Person> {
  const { db, caller } = context;
  const user = await personSeen(context, id);
  const money = hasRole(caller, moneyReaders);
  const trace = hasRole(caller, traceReaders);
  const [shops, certification, suspensions, reports, writings, trade, purse] = await Promise.all([
    shopsKeptBy(db, [id]),
    certificationOf(context, id),
    suspensionsOf(db, id),
    reportsAgainst(db, id, { caller, most: some.pageSize }),
    writingsOf(db, id, { caller, most: some.pageSize }),
    tradeOf(context, id, money),
    money ? moneyOf(context, id) : null,
  ]);
  const shop = shops.get(id);
  const keepers = await publicUsers(
    db,
    suspensions.flatMap(({ by_id, ended_by }) => (ended_by === null ? [by_id] : [by_id, ended_by])),
  );
  const subjects: Parameters<typeof auditOf>[1] = [
    { kind: 'user', id },
    ...(certification ? [{ kind: 'certification' as const, id: certification.id }] : []),
    ...(purse?.withdrawals.rows ?? []).map((row) => ({ kind: 'withdrawal' as const, id: row.id })),
  ];
  const fault = keeperFault(caller, user);
  return {
    ...presentRow(user, {
      certified: certification?.status === certificationStatus.passed,
      shopName: shop?.shop_name ?? '',
      foundBy: '',
    }),
    shop: shop
      ? {
          id: shop.id,
          name: shop.shop_name,
          shown: shop.closed_at === null,
          deals: shop.deal_count,
          score: shop.score_count === 0 ? 0 : Math.round((shop.score_total / shop.score_count) * 10) / 10,
        }
      : null,
    certification,
    suspensions: suspensions.map((row) => presentSuspension(row, keepers)),
    reports,
    writings,
    cases: shop ? await casesOf(context, shop.id) : { count: 0, rows: [] },
    ...trade,
    money: purse,
    devices: trace ? await devicesOf(context, id) : null,
    notices: trace ? await noticesOf(context, id) : null,
    audit: trace ? await presentEntries(db, await auditOf(db, subjects, mostDeeds)) : null,
    actions: deedsOf(user).map((action) => ({ action, enabled: fault === '', reason: fault })),
    reveals: revealables.filter((field) => hasRole(caller, revealers[field])),
  };
}

async function certificationOf({ db, secret, log }: SignedInContext, userId: string): Promise<Person['certification']> {
  const row = await newestCertification(db, userId);
  if (!row) return null;
  let name = '';
  try {
    ({ name } = identityOf(secret, row));
  } catch (error) {
    // One that was sealed with a lost key spoils nothing of the page.
    log.warn({ err: error, certificationId: row.id }, 'a certified name does not open');
  }
  return {
    id: row.id,
    status: row.status,
    statusName: certificationStatusNames[row.status],
    typeName: accountTypeNames[row.account_type],
    name: maskedName(name, row.account_type),
    region: regionPath([row.province_code, row.city_code]),
    submit_time: seconds(row.submitted_at ?? row.created_at),
  };
}

async function tradeOf({ db, stages }: SignedInContext, id: string, money: boolean) {
  const [demands, orders, tenders] = await Promise.all([
    demandsBy(db, id, some),
    ordersBy(db, id, some),
    tendersBy(db, id, some),
  ]);
  const all = [...demands.rows, ...orders.rows];
  const [people, sought] = await Promise.all([
    publicUsers(
      db,
      all.flatMap(({ owner_id, provider_id }) => (provider_id === null ? [owner_id] : [owner_id, provider_id])),
    ),
    ordersByIds(
      db,
      tenders.rows.map(({ demand_id }) => demand_id),
    ),
  ]);
  const ground = { stages, people, money };
  return {
    demands: { count: demands.count, rows: demands.rows.map((row) => presentDemand(row, id, ground)) },
    orders: { count: orders.count, rows: orders.rows.map((row) => presentDemand(row, id, ground)) },
    tenders: {
      count: tenders.count,
      rows: tenders.rows.flatMap((row) => {
        const demand = sought.find(({ id: demandId }) => demandId === row.demand_id);
        if (!demand) return [];
        return [
          {
            demandNid: demand.nid,
            name: demand.name,
            offer: money ? fenToYuan(row.offer_fen) : '',
            days: row.days,
            stateName: becameOf(row, demand),
            time: seconds(row.created_at),
          },
        ];
      }),
    },
  };
}

async function casesOf({ db, stages }: SignedInContext, shopId: string): Promise<Person['cases']> {
  const { cases, count } = await sentCases(db, shopId, some.pageSize);
  return {
    count,
    rows: cases.flatMap((kept) => {
      const standing = sentStandingOf(kept);
      const stage = stages.find(({ key }) => key === kept.row.stage_key);
      if (!standing || !stage) return [];
      const { row, status, reason, updatedAt } = standing;
      return [
        {
          id: row.id,
          type: stage.number,
          name: row.name,
          stageName: stage.name,
          statusName: shopCaseStatusNames[status],
          reason,
          time: seconds(updatedAt),
        },
      ];
    }),
  };
}

async function moneyOf({ db, now }: SignedInContext, id: string): Promise<NonNullable<Person['money']>> {
  const [spendable, held] = [available(id), frozen(id)];
  const days = lastDays(shanghaiDay(now));
  const [fen, sums, cards, withdrawals] = await Promise.all([
    balancesOf(db, [spendable, held]),
    daySums(db, id, days[0] ?? ''),
    boundCards(db, id),
    withdrawalPage(db, { userId: id, ...some }),
  ]);
  const { income, output } = presentIncome(sums, days);
  return {
    account: fenToYuan(fen[spendable] ?? 0),
    freeze_account: fenToYuan(fen[held] ?? 0),
    total: fenToYuan((fen[spendable] ?? 0) + (fen[held] ?? 0)),
    income,
    output,
    cards: cards.map((card) => ({
      id: card.id,
      bank_name: card.bank_name,
      bank_account: masked(card.last4),
      bind_time: seconds(card.bound_at),
    })),
    withdrawals: {
      count: withdrawals.count,
      rows: withdrawals.found.map(({ row }) => ({
        id: row.id,
        order_id: row.number,
        money: fenToYuan(row.amount_fen),
        status: row.status,
        statusName: withdrawalStatusNames[row.status],
        time: seconds(row.created_at),
      })),
    },
  };
}

async function devicesOf({ db, now }: SignedInContext, id: string) {
  return (await liveSessions(db, id, now)).map((row) => ({
    name: deviceOf(row.user_agent).name,
    address: row.address,
    time: seconds(row.created_at),
    seen: seconds(row.seen_at),
  }));
}

async function noticesOf({ db }: SignedInContext, id: string) {
  const { rows, count } = await noticePage(db, id, { unread: false, ...some });
  return {
    count,
    rows: rows.map(({ kind, facts, count: times, at, read_at }) => {
      const { title, text } = noticeSays(kind, facts, times);
      return { title, text, time: seconds(at), read: read_at !== null };
    }),
  };
}
