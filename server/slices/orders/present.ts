import type { z } from 'zod';
import { fenToYuan } from '../../../contract/fields.ts';
import { inFigures } from '../../../contract/figures.ts';
import type { lineStage, myDemandOrder, orderInfo, orderSummary } from '../../../contract/orders.ts';
import { type Actor, held, maxSendBacks, type OrderFacts } from '../../../contract/process/facts.ts';
import { instalments, paymentProgress, splitAmount } from '../../../contract/process/money.ts';
import { available } from '../../../contract/process/next.ts';
import { nextStep } from '../../../contract/process/next-step.ts';
import { actions, entries } from '../../../contract/process/row.ts';
import { regionPath } from '../../../contract/regions.ts';
import { commonKeys, type Stage, type StageField } from '../../../contract/stages/stage.ts';
import { orderStatusNames, paymentStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { PublicUser } from '../accounts/queries.ts';
import type { OrderRow } from './facts.ts';
import type { LineDemand } from './queries.ts';
import type { OrderHistoryRow } from './tables.ts';

type Summary = z.input<typeof orderSummary>;
type Info = z.input<typeof orderInfo>;

export type People = ReadonlyMap<string, PublicUser>;
/** by the keeper's user id */
export type ShopIds = ReadonlyMap<string, string>;

/** An order with what stands around it, as one reader sees it. */
export interface Seen {
  row: OrderRow;
  facts: OrderFacts;
  actor: Actor;
  stage: Stage;
  people: People;
  shops: ShopIds;
  lineNid: string;
  now: Date;
}

const unnamed = { name: '用户', avatarUrl: '', accountType: 1 } as const;

export function presentParty(people: People, id: string, shops: ShopIds = new Map()) {
  const { name, avatarUrl, accountType } = people.get(id) ?? unnamed;
  return { nickname: name, avatarUrl, accountType, shopId: shops.get(id) ?? '' };
}

/** Buttons: those that cannot be pressed now say why. */
export function presentActions({ facts, actor, now }: Pick<Seen, 'facts' | 'actor' | 'now'>) {
  return available(facts, actor, now.getTime()).map(({ needs, ...offer }) => ({ ...offer, needs: [...needs] }));
}

function presentNextStep(facts: OrderFacts, reader: Actor) {
  const step = nextStep(facts, reader);
  return { ...step, at: step.at === null ? null : Math.floor(step.at / 1000) };
}

export function presentSummary(seen: Seen): Summary {
  const { row, facts, actor, stage, people, shops, lineNid } = seen;
  const counterpart = actor === 'owner' ? row.provider_id : row.owner_id;
  const budget = fenToYuan(row.budget_fen);
  const issueEndTime = seconds(row.deadline_at);
  return {
    demandNid: row.nid,
    name: row.name,
    orderType: stage.number,
    stage: stage.key,
    category: row.category,
    orderStatus: row.status,
    demandStatusName: orderStatusNames[row.status],
    role: actor,
    counterpart: counterpart === null ? null : presentParty(people, counterpart, shops),
    picture: row.pictures[0] ?? '',
    tenderCount: row.tender_count,
    entrusted: row.entrusted,
    budget,
    amount: row.amount_fen > 0 ? fenToYuan(row.amount_fen) : '',
    downPaymentStatus: row.down_status,
    theSecondPaymentStatus: row.second_status,
    finalPaymentStatus: row.final_status,
    paymentProgress: paymentProgress(row.status, facts.payments),
    demandBese: { name: row.name, orderNum: row.nid, budget, issueEndTime },
    issueEndTime,
    saveTime: seconds(row.published_at ?? row.created_at),
    orderTime: row.ordered_at && seconds(row.ordered_at),
    productLineNid: lineNid,
    inputState: facts.input ?? '',
    frozen: facts.dispute !== null,
    actions: presentActions(seen),
    nextStep: presentNextStep(facts, actor),
  };
}

/** What goes with the summary when one order is looked at. */
export interface Surroundings {
  line: { name: string; nid: string; demands: readonly LineDemand[] };
  stages: readonly Stage[];
  history: readonly OrderHistoryRow[];
  tender: { days: number; offer_fen: number } | undefined;
  fromCase: NonNullable<Info['fromCase']> | null;
}

export function presentInfo(seen: Seen, { line, stages, history, tender, fromCase }: Surroundings): Info {
  const { row, facts, stage, people, shops } = seen;
  const parts = splitAmount(row.amount_fen);
  return {
    ...presentSummary(seen),
    ...presentWork(facts),
    demandDescribe: row.description,
    demandPics: row.pictures,
    files: row.files,
    details: presentDetails(row, stage),
    owner: presentParty(people, row.owner_id, shops),
    provider: row.provider_id === null ? null : presentParty(people, row.provider_id, shops),
    fromCase,
    tender: tender ? { completionDay: tender.days, offer: fenToYuan(tender.offer_fen) } : null,
    instalments: instalments.map(({ key, name, percent }) => {
      const status = facts.payments[key];
      return { key, name, percent, amount: fenToYuan(parts[key]), status, statusName: paymentStatusNames[status] };
    }),
    history: history.map((step) => presentStep(step, people)),
    productLine: presentLine(line, stages),
    line: presentLineStages(line.demands, stages, people),
  };
}

function presentWork(facts: OrderFacts) {
  return {
    progress: facts.progress,
    reportCount: facts.reports,
    sendBacks: facts.sendBacks,
    sendBacksLeft: Math.max(0, maxSendBacks - facts.sendBacks),
    heldAmount: fenToYuan(held(facts)),
    retentionDays: facts.retentionDays,
    retentionUntil: facts.retentionUntil === null ? null : Math.floor(facts.retentionUntil / 1000),
  };
}

/** The stage's own fields in words: lists with 、, regions by name, numbers with their unit. */
export function presentDetails(row: OrderRow, stage: Stage) {
  return stage.demand
    .filter(({ key }) => !commonKeys.includes(key))
    .map((field) => ({ label: field.label, value: inWords(field, row.details[field.key]) }))
    .filter(({ value }) => value !== '');
}

function inWords({ widget }: StageField, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (widget.kind === 'regions' && Array.isArray(value)) return regionPath(value.map(String));
  if (Array.isArray(value)) return value.map(String).join('、');
  return widget.kind === 'number' ? inFigures(String(value), widget.unit) : String(value);
}

function presentStep(step: OrderHistoryRow, people: People) {
  const entry = entries.find(({ to }) => step.action === 'publish' && to === step.to_status);
  return {
    action: step.action,
    label: entry?.action ?? actions[step.action],
    actor: step.actor,
    nickname: step.actor_id === null ? '' : presentParty(people, step.actor_id).nickname,
    time: seconds(step.at),
    fromStatus: step.from_status,
    toStatus: step.to_status,
    statusName: orderStatusNames[step.to_status],
    reason: step.reason ?? '',
  };
}

/** The wire record of specification §3 "My-demand order". */
export function presentLine(
  line: { name: string; nid: string; demands: readonly LineDemand[] },
  stages: readonly Stage[],
): z.input<typeof myDemandOrder> {
  const fields = stages.flatMap((stage) => {
    const demand = line.demands.find((one) => one.stage === stage.key);
    return [
      [stage.statusField, demand?.status ?? null],
      [stage.nidField, demand?.nid ?? ''],
    ];
  });
  const latest = stages.toReversed().flatMap(({ key }) => line.demands.find((one) => one.stage === key) ?? [])[0];
  return { ...Object.fromEntries(fields), name: line.name, productLineNid: line.nid, type: latest?.category ?? '' };
}

function presentLineStages(
  demands: readonly LineDemand[],
  stages: readonly Stage[],
  people: People,
): z.input<typeof lineStage>[] {
  return stages.map(({ key, name }) => {
    const demand = demands.find((one) => one.stage === key);
    return {
      stage: key,
      name,
      demandNid: demand?.nid ?? '',
      orderStatus: demand?.status ?? null,
      statusName: demand ? orderStatusNames[demand.status] : '未开始',
      providerName: demand?.providerId ? presentParty(people, demand.providerId).nickname : '',
    };
  });
}
