import { categories } from '../categories.ts';
import { certificationItems } from '../certification.ts';
import { type ContentKindKey, contentKinds } from '../content-kinds.ts';
import type { Field } from '../fields.ts';
import { noticeKinds } from '../notice-kinds.ts';
import { ownerPartField, providerPartField } from '../order-disputes.ts';
import { payWayNames, paymentStateNames } from '../payments.ts';
import { actions } from '../process/row.ts';
import { reportKindNames } from '../report-reasons.ts';
import { stages } from '../stages/index.ts';
import {
  accountType,
  certificationStatusNames,
  orderStatusNames,
  reviewStatusNames,
  shopCaseStatusNames,
  withdrawalStatusNames,
} from '../statuses.ts';
import {
  type AuditField,
  askedAll,
  count,
  field,
  ids,
  idsOrCount,
  moment,
  named,
  type Piece,
  words,
  yesNo,
  yuan,
} from './audit-values.ts';
import { accountKinds, movementNames } from './book.ts';
import { disputePhases } from './disputes.ts';
import { deliveryChannels, troubleKinds } from './health.ts';
import { operatorStatuses } from './operators.ts';
import { settlements } from './payments.ts';
import { personStatuses, revealable } from './people.ts';
import { outcomes, presaleFields } from './presale.ts';
import { operatorRoleNames } from './roles.ts';
import { sourceName } from './trace.ts';

/**
 * How the record of deeds is read: the one table of what operators do, with the words for it. An action is `<head>.<deed>`; a deed's
 * `before` and `after` hold fields. What a field's value is called is said where the value is at home in the contract.
 */
interface Head {
  readonly name: string;
  readonly deeds: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, AuditField>>;
}

/** Of whatever stands in a queue: an admin took it from the colleague who had it. */
const takenOver = { 'taken-over': '从同事手中接过' } as const;
const taker = { operator: ids('处理人', 'operator') };
const queued = <const Name extends string>(name: Name) => ({ name, deeds: takenOver, fields: taker });

const contentDeeds = {
  saved: '保存草稿',
  published: '发布',
  withdrawn: '撤下',
  discarded: '放弃修改',
  removed: '删除',
  ordered: '调整顺序',
} as const;
const content = <Name extends string>(kind: { name: string; fields: Readonly<Record<Name, Field>> }) => ({
  name: kind.name,
  deeds: contentDeeds,
  fields: { ...askedAll(kind.fields), order: ids('顺序', 'content') },
});

const moderated = { hidden: '隐藏', shown: '公开展示', kept: '举报不成立' } as const;
const reports = count('一并了结的举报', '条');
const written = { status: named('状态', reviewStatusNames), reports };
const reviewed = { approved: '通过', refused: '不通过' } as const;
const caseFields = {
  status: named('状态', shopCaseStatusNames),
  version: count('修改', '次'),
  public: yesNo('此前已公开'),
  reports,
};

/** What an individual and an enterprise are asked for, by one key each; where they call it otherwise, both words. */
const papers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    Object.groupBy(
      Object.values(accountType).flatMap((type) => certificationItems(type, stages)),
      ({ key }) => key,
    ),
  ).map(([key, items = []]) => [key, [...new Set(items.map(({ label }) => label))].join('或')]),
);

/** `available:…` is a person's, `escrow:…` an order's, `clearing:…` a way's. */
const account = field('账户', (value): Piece[] => {
  const [kind = '', whose = ''] = String(value).split(':');
  const name = accountKinds[kind as keyof typeof accountKinds] ?? kind;
  if (whose === '') return [name];
  if (kind === 'clearing') return [`${name} ${payWayNames[whose as keyof typeof payWayNames] ?? whose}`];
  return [`${name} `, { id: whose, kind: kind === 'escrow' ? 'order' : 'user' }];
});

const failing = { tries: count('试过', '次') };

export const auditHeads = {
  user: {
    name: '用户',
    deeds: { seen: '查看资料', revealed: '查看隐藏资料', suspended: '停用账号', released: '恢复账号' },
    fields: {
      status: named('状态', personStatuses),
      until: moment('停用到', '直到恢复'),
      field: named('内容', revealable),
      cardId: ids('银行卡', 'card'),
    },
  },
  certification: {
    name: '认证',
    deeds: { passed: '通过', failed: '驳回', seen: '查看材料', ...takenOver },
    fields: {
      status: named('状态', certificationStatusNames),
      revision: field('提交', (value) => `第 ${String(value)} 次`),
      refused: named('不合格的资料', papers),
      ...taker,
    },
  },
  case: { name: '案例', deeds: { ...reviewed, ...moderated, ...takenOver }, fields: { ...caseFields, ...taker } },
  'case-change': { name: '案例修改', deeds: reviewed, fields: caseFields },
  topic: { name: reportKindNames.topic, deeds: moderated, fields: written },
  comment: { name: reportKindNames.comment, deeds: moderated, fields: written },
  message: {
    name: reportKindNames.message,
    deeds: { ...moderated, seen: '查看被举报的消息' },
    fields: { ...written, lines: field('看到的消息', (value) => `第 ${String(value)} 条`) },
  },
  content: queued('内容审核'),
  conversation: {
    name: '对话',
    deeds: { seen: '查看争议双方的对话' },
    fields: { demandNid: ids('订单', 'order'), phase: named('争议阶段', disputePhases) },
  },
  order: { name: '订单', deeds: { seen: '打开订单页' }, fields: { status: named('状态', orderStatusNames) } },
  dispute: {
    name: '争议',
    deeds: {
      ruleComplete: actions.ruleComplete,
      ruleClose: actions.ruleClose,
      ruleResume: actions.ruleResume,
      ...takenOver,
    },
    fields: {
      status: named('订单状态', orderStatusNames),
      owner: yuan(ownerPartField.label),
      provider: yuan(providerPartField.label),
      ...taker,
    },
  },
  withdrawal: {
    name: '提现',
    deeds: {
      approve: '通过',
      reject: '驳回',
      paid: '登记打款',
      failed: '登记银行退回',
      'card-seen': '查看银行卡号',
      ...takenOver,
    },
    fields: {
      status: named('状态', withdrawalStatusNames),
      firstBy: ids('第一位通过的人', 'operator'),
      bankNumber: words('银行流水号'),
      ...taker,
    },
  },
  payment: {
    name: '支付核实',
    deeds: { settled: '按通道的金额入账', ...takenOver },
    fields: { status: named('状态', paymentStateNames), verdict: named('结果', settlements), ...taker },
  },
  ledger: {
    name: '账本',
    deeds: { exported: '导出分录', proved: '核对账目' },
    fields: {
      account,
      kind: named('账户类别', accountKinds),
      movement: named('业务', movementNames),
      demandNid: ids('订单', 'order'),
      userId: ids('用户', 'user'),
      from: words('从'),
      to: words('到'),
      findings: count('不符', '处'),
      waiting: count('暂不能比对', '处'),
    },
  },
  banner: content(contentKinds.banner),
  ad: content(contentKinds.ad),
  live: content(contentKinds.live),
  announcement: content(contentKinds.announcement),
  link: content(contentKinds.link),
  presale: {
    name: '预售',
    deeds: {
      saved: contentDeeds.saved,
      published: contentDeeds.published,
      removed: '下架',
      ordered: contentDeeds.ordered,
      settled: '结算',
      'contact-seen': '查看预订人的联系方式',
    },
    fields: {
      ...askedAll(presaleFields),
      order: ids('顺序', 'presale'),
      bookings: idsOrCount('预订', 'presale-booking', '份'),
      joined: count('已预订', '件'),
      unsettled: count('未结算', '份'),
      pieces: count('本次结算', '件'),
      outcome: named('结果', outcomes),
      settlement: named('结算', outcomes, '未结算'),
    },
  },
  recommended: { name: '推荐案例', deeds: { set: '设定推荐' }, fields: { order: ids('案例', 'case') } },
  synonyms: { name: '同义词', deeds: { saved: '保存', removed: '删除' }, fields: { words: words('同一组') } },
  'held-word': { name: '敏感词', deeds: { added: '新增', removed: '删除' }, fields: { word: words('词') } },
  operator: {
    name: '运营人员',
    deeds: {
      'signed-in': '登录',
      'signed-out': '退出登录',
      'device-ended': '退出别处的设备',
      'password-changed': '修改自己的密码',
      'totp-bound': '绑定验证器',
      'totp-replaced': '更换自己的验证器',
      added: '新增账号',
      'roles-set': '修改角色',
      'password-set': '重设密码',
      'totp-reset': '重置验证器',
      suspended: '停用账号',
      resumed: '恢复账号',
    },
    fields: {
      name: words('账号'),
      roles: named('角色', operatorRoleNames),
      status: named('状态', operatorStatuses),
      totp: yesNo('已绑定验证器'),
      session: ids('登录', 'session'),
      device: words('设备'),
    },
  },
  audit: {
    name: '审计',
    deeds: { verified: '校验记录' },
    fields: {
      entries: field('校验到', (value) => `第 ${String(value)} 条`),
      brokenAt: field('结果', (value) => `第 ${String(value)} 条有问题`, { none: '完好' }),
    },
  },
  trace: {
    name: '溯源',
    deeds: { forkResolved: '核查分叉' },
    fields: {
      source: field('来处', (value) => sourceName(String(value))),
      size: count('记录', '条'),
      resolved: yesNo('已核查'),
    },
  },
  fork: queued('溯源分叉'),
  job: {
    name: troubleKinds.job,
    deeds: { retried: '重试', discarded: '放弃' },
    fields: { name: ids('任务', 'job-name'), event: ids('起因', 'event'), ...failing },
  },
  delivery: {
    name: troubleKinds.delivery,
    deeds: { retried: '重试', discarded: '放弃' },
    fields: {
      name: named('渠道', deliveryChannels),
      event: named('通知', Object.fromEntries(Object.entries(noticeKinds).map(([kind, { name }]) => [kind, name]))),
      ...failing,
    },
  },
  trouble: queued('失败的任务和投递'),
} as const satisfies Readonly<Record<string, Head>>;

export type AuditHead = keyof typeof auditHeads;
type Heads = typeof auditHeads;

/** Everything that an operator can do, as the record has it: `certification.passed` … */
export type AuditAction = { [H in AuditHead]: `${H}.${keyof Heads[H]['deeds'] & string}` }[AuditHead];

/** Names of the fields that a deed may hold. */
export type AuditFieldOf<A extends AuditAction> = A extends `${infer H extends AuditHead}.${string}`
  ? keyof Heads[H]['fields'] & string
  : never;

const headOf = (action: string): Head | undefined => {
  const [head = ''] = action.split('.');
  return Object.hasOwn(auditHeads, head) ? auditHeads[head as AuditHead] : undefined;
};

/** 通过 of `certification.passed`; undefined for what the table does not know. */
export function deedName(action: string): string | undefined {
  const deed = action.slice(action.indexOf('.') + 1);
  const deeds = headOf(action)?.deeds ?? {};
  return Object.hasOwn(deeds, deed) ? deeds[deed] : undefined;
}

/** 认证 · 通过. What the table does not know is told as the record has it. */
export function actionName(action: string): string {
  const deed = deedName(action);
  return deed === undefined ? action : `${headOf(action)?.name} · ${deed}`;
}

/** Names of an action's fields, in the order in which they are told. */
export const fieldNames = (action: string): readonly string[] => Object.keys(headOf(action)?.fields ?? {});

export function auditField(action: string, name: string): AuditField | undefined {
  const fields = headOf(action)?.fields ?? {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

const categoryNames: Readonly<Record<string, string>> = Object.fromEntries(
  categories.map(({ key, name }) => [key, name]),
);
/** Names of what an address within the console's shelves is made of: kinds and places of contents, stages, categories. */
export function shelfName(kind: 'content-order' | 'presale-order' | 'recommended', id: string): string {
  const [first = '', second = ''] = id.split('/');
  if (kind === 'presale-order') return categoryNames[first] ?? first;
  if (kind === 'recommended') {
    const stage = stages.find(({ key }) => key === first)?.name ?? first;
    return `${stage} · ${categoryNames[second] ?? second}`;
  }
  const shelf = Object.hasOwn(contentKinds, first) ? contentKinds[first as ContentKindKey] : undefined;
  const place = shelf?.places.find(({ key }) => key === second);
  return `${shelf?.name ?? first} · ${place?.name ?? second}`;
}
