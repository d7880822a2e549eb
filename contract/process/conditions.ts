import { dueInstalment } from './money.ts';
import { held } from './facts.ts';
import type { OrderFacts } from './facts.ts';

interface Condition {
  readonly holds: (facts: OrderFacts) => boolean;
  /** in words, for the diagram: when it holds, and when it does not */
  readonly yes: string;
  readonly no: string;
}

/**
 * What a row of the table may depend on besides status and actor. A row whose conditions do not hold does not exist for
 * that order; its button is not shown. (A guard refuses with a reason, and its button is shown disabled.)
 */
const conditions = {
  entrusted: { holds: (facts) => facts.entrusted, yes: '委托案例而来', no: '招标而来' },
  tendered: { holds: (facts) => facts.tenders > 0, yes: '已有投标', no: '没有投标' },
  moneyHeld: { holds: (facts) => held(facts) > 0, yes: '有款项托管中', no: '没有款项托管中' },
  instalmentDue: { holds: (facts) => dueInstalment(facts.payments) !== null, yes: '有一期待支付', no: '没有待支付' },
  contractUploaded: { holds: (facts) => facts.contract !== null, yes: '已上传合同', no: '未上传合同' },
  cancelRequested: { holds: (facts) => facts.cancelRequest !== null, yes: '有取消申请', no: '没有取消申请' },
  inspected: { holds: (facts) => facts.incoming !== null, yes: '已来料检验', no: '未来料检验' },
  inputChanged: { holds: (facts) => facts.input === 'changed', yes: '输入已变', no: '输入没有变' },
  goodsDisputed: {
    holds: (facts) => facts.dispute?.goods === true && facts.dispute.phase === 'negotiation',
    yes: '因来料不合格的争议还在协商',
    no: '没有因来料不合格的争议在协商',
  },
  negotiating: { holds: (facts) => facts.dispute?.phase === 'negotiation', yes: '争议协商中', no: '不在协商期' },
  gathering: { holds: (facts) => facts.dispute?.phase === 'evidence', yes: '争议举证中', no: '不在举证期' },
  awaitingRuling: { holds: (facts) => facts.dispute?.phase === 'ruling', yes: '等待裁决', no: '不在裁决期' },
  answered: { holds: (facts) => facts.dispute?.answered === true, yes: '对方已回应', no: '对方未回应' },
  offerPaysProvider: {
    holds: (facts) => (facts.dispute?.offer.split.providerFen ?? 0) > 0,
    yes: '方案有款项给承接方',
    no: '方案全部退回发布方',
  },
  appraised: {
    holds: (facts) => facts.appraisals.owner !== null || facts.appraisals.provider !== null,
    yes: '已有评价',
    no: '没有评价',
  },
  appraisalsPublic: { holds: (facts) => facts.appraisalsPublic, yes: '评价已公开', no: '评价未公开' },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;
export const conditionTable: Readonly<Record<ConditionName, Condition>> = conditions;

/** Condition → what it must be. */
export type When = Partial<Readonly<Record<ConditionName, boolean>>>;

export function conditionsHold(when: When | undefined, facts: OrderFacts): boolean {
  const wanted = Object.entries(when ?? {}) as [ConditionName, boolean][];
  return wanted.every(([name, value]) => conditionTable[name].holds(facts) === value);
}
