import { z } from 'zod';
import { defineCall } from '../call.ts';
import { moment, paging, text } from '../fields.ts';
import { reportKinds } from '../report-reasons.ts';
import { anyOf, optional, recordId } from '../wire.ts';
import { auditEntry } from './audit.ts';

/**
 * Calls of the operators who look after people. Every role may find people and open their pages; money, devices and what
 * operators did are shown by role. Decision 0039 says which.
 */

export const suspensionReasonField = text({
  label: '停用原因',
  required: '请写明原因，本人登录时会看到',
  min: [4, '原因至少4个字'],
  max: [200, '原因最多200个字'],
  rows: 3,
  example: '多次发布虚假需求，经提醒没有改正',
});

export const releaseReasonField = text({
  label: '恢复原因',
  required: '请写明恢复的原因',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 2,
  example: '本人已说明情况并撤下了虚假需求',
});

export const suspensionUntilField = moment({
  label: '停用到',
  required: '请选择停用到什么时候',
  hint: '不选则一直停用，直到人工恢复',
  example: '1795000000',
});

/** What lies masked, and who may see it is told with the person. */
export const revealable = {
  mobile: '手机号',
  name: '认证名称',
  contact: '认证联系人',
  address: '认证地址',
  card: '银行卡号',
} as const;
export type Revealable = keyof typeof revealable;
export const revealables = Object.keys(revealable) as [Revealable, ...Revealable[]];

export const revealReasonField = text({
  label: '查看原因',
  required: '请写明为什么要查看，会记入审计',
  min: [4, '原因至少4个字'],
  max: [100, '原因最多100个字'],
  example: '电话联系本人核对退款',
});

const personRow = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar_url: z.string(),
  /** 138****0001; '' of an account that was closed */
  mobile: z.string(),
  account_type: z.number().int(),
  typeName: z.string(),
  /** 1 in use, 2 suspended, 3 waits to be closed, 4 closed */
  status: z.number().int(),
  statusName: z.string(),
  certified: z.boolean(),
  /** '' for none */
  shop_name: z.string(),
  create_time: z.number().int(),
  /** by what it was found: 昵称, 店铺, 认证名称, 手机号, 编号 …; '' without a search */
  foundBy: z.string(),
});
export type PersonRow = z.output<typeof personRow>;

export const personStatuses = { 1: '正常', 2: '已停用', 3: '注销中', 4: '已注销' } as const;

export const operatorPeople = defineCall({
  path: '/api/operator/personList',
  auth: 'operator',
  input: z.object({
    /** part of a nickname or a shop's name; a whole mobile number, certified name, or number of a demand, order or person */
    query: optional(z.string().trim().max(60, '最多输入60个字')),
    status: anyOf(Object.keys(personStatuses), '账号状态不在可选范围内'),
    ...paging(20, 100),
  }),
  output: z.array(personRow),
  paged: true,
  summary:
    'People by name, shop, whole mobile number, or number of a demand or person; without a query the newest first',
});

const id = recordId('用户编号');

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ count: z.number().int(), rows: z.array(row) });

export const suspension = z.object({
  id: z.string(),
  reason: z.string(),
  from: z.number().int(),
  /** null: until it is lifted */
  until: z.number().int().nullable(),
  by: z.string(),
  ended: z.number().int().nullable(),
  /** '' of one whose time was over */
  endedBy: z.string(),
  endReason: z.string(),
});
export type Suspension = z.output<typeof suspension>;

/** Something that was reported of a person, without who reported it. */
const reportLine = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  subjectId: z.string(),
  kindName: z.string(),
  /** of what was reported; '' for what is gone */
  title: z.string(),
  reason: z.string(),
  words: z.string(),
  time: z.number().int(),
  /** in words; '' while nobody has looked into it */
  outcome: z.string(),
});
export type ReportLine = z.output<typeof reportLine>;

/** `open`: how many of them all nobody has looked into. */
export const reportsAgainst = z.object({ count: z.number().int(), open: z.number().int(), rows: z.array(reportLine) });

/** Something that they wrote for everybody to read. */
const writingLine = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  kindName: z.string(),
  /** a comment's first words; '' for what is gone */
  title: z.string(),
  stateName: z.string(),
  /** why it is hidden or was refused; '' for what is not */
  reason: z.string(),
  time: z.number().int(),
});
export type WritingLine = z.output<typeof writingLine>;

const personDemand = z.object({
  demandNid: z.string(),
  name: z.string(),
  stageName: z.string(),
  status: z.number().int(),
  statusName: z.string(),
  /** a dispute over it has not ended */
  disputed: z.boolean(),
  /** owner, or provider of an order that they took */
  side: z.enum(['owner', 'provider']),
  /** nickname of the other side; '' for none yet */
  other: z.string(),
  otherId: z.string(),
  /** yuan that was agreed on; '' before, and for who may not see money */
  amount: z.string(),
  time: z.number().int(),
});
export type PersonDemand = z.output<typeof personDemand>;

const personMoney = z.object({
  /** yuan */
  account: z.string(),
  freeze_account: z.string(),
  total: z.string(),
  income: z.string(),
  output: z.string(),
  cards: z.array(
    z.object({ id: z.string(), bank_name: z.string(), bank_account: z.string(), bind_time: z.number().int() }),
  ),
  withdrawals: listOf(
    z.object({
      id: z.string(),
      order_id: z.string(),
      money: z.string(),
      status: z.number().int(),
      statusName: z.string(),
      time: z.number().int(),
    }),
  ),
});

export const operatorPerson = defineCall({
  path: '/api/operator/person',
  auth: 'operator',
  input: z.object({ id }),
  output: personRow.omit({ foundBy: true }).extend({
    shop: z
      .object({
        id: z.string(),
        name: z.string(),
        /** anybody can open it */
        shown: z.boolean(),
        deals: z.number().int(),
        score: z.number(),
      })
      .nullable(),
    certification: z
      .object({
        id: z.string(),
        status: z.number().int(),
        statusName: z.string(),
        typeName: z.string(),
        /** of an enterprise in full, of a person covered */
        name: z.string(),
        region: z.string(),
        submit_time: z.number().int(),
      })
      .nullable(),
    /** the newest first; one without an end stands */
    suspensions: z.array(suspension),
    /** what was reported of them, the newest first, without who reported it */
    reports: reportsAgainst,
    /** topics and comments, the newest first, what they took back among them */
    writings: listOf(writingLine),
    /** of their shop, the last changed first, as they were sent in: what is still being written is theirs alone */
    cases: listOf(
      z.object({
        id: z.string(),
        /** number of the stage */
        type: z.number().int(),
        name: z.string(),
        stageName: z.string(),
        statusName: z.string(),
        reason: z.string(),
        time: z.number().int(),
      }),
    ),
    /** drafts excepted */
    demands: listOf(personDemand),
    orders: listOf(personDemand),
    tenders: listOf(
      z.object({
        demandNid: z.string(),
        name: z.string(),
        offer: z.string(),
        days: z.number().int(),
        stateName: z.string(),
        time: z.number().int(),
      }),
    ),
    /** null for who may not see it */
    money: personMoney.nullable(),
    devices: z
      .array(z.object({ name: z.string(), address: z.string(), time: z.number().int(), seen: z.number().int() }))
      .nullable(),
    notices: listOf(
      z.object({ title: z.string(), text: z.string(), time: z.number().int(), read: z.boolean() }),
    ).nullable(),
    /** what operators did to them, as the record has it */
    audit: z.array(auditEntry).nullable(),
    /** what the one who asks may do, and why not */
    actions: z.array(z.object({ action: z.enum(['suspend', 'release']), enabled: z.boolean(), reason: z.string() })),
    /** what of the covered the one who asks may have shown */
    reveals: z.array(z.enum(revealables)),
  }),
  summary:
    'One person with everything that is known of them, as far as the role of the one who asks goes; that it was looked at is kept',
});
export type Person = z.output<(typeof operatorPerson)['output']>;

export const revealPerson = defineCall({
  path: '/api/operator/personReveal',
  auth: 'operator',
  input: z.object({
    id,
    field: z.enum(revealables, '请选择要查看的内容'),
    /** of a card number: which card */
    cardId: optional(recordId('银行卡编号')),
    reason: revealReasonField.schema,
  }),
  output: z.object({ value: z.string() }),
  summary: 'One covered piece of what is known of a person, in full; who looked, at what and why is kept first',
});

export const suspendPerson = defineCall({
  path: '/api/operator/personSuspend',
  auth: 'operator',
  input: z.object({ id, reason: suspensionReasonField.schema, until: optional(suspensionUntilField.schema) }),
  output: z.object({ status: z.number().int() }),
  summary:
    'Keeps somebody out until a moment, or until it is lifted: their sessions end and what they show to everybody is hidden',
});

export const releasePerson = defineCall({
  path: '/api/operator/personRelease',
  auth: 'operator',
  input: z.object({ id, reason: releaseReasonField.schema }),
  output: z.object({ status: z.number().int() }),
  summary: 'Lets somebody in again; what was hidden is shown again',
});
