import { z } from 'zod';
import { defineCall } from './call.ts';
import { documents, type Field, images, paging, regions, text } from './fields.ts';
import { emailForm, mobileForm } from './presale-join.ts';
import { isRegionPair } from './regions.ts';
import { type Stage, type StageField, wired } from './stages/stage.ts';
import { type AccountType, accountType } from './statuses.ts';
import { oneOf, optional, recordId, requestId } from './wire.ts';

/** Certification (features ): what is asked of an individual and of an enterprise, in the order of the form. */

/** One thing that is asked for, looked at and, if need be, refused by itself. */
export type CertificationItem = StageField<unknown>;

const nameRules = {
  min: [2, '名称至少2个字'] as [number, string],
  max: [50, '名称最多50个字'] as [number, string],
  // As the holder of a bank card is written: money goes to nobody else later.
  pattern: [/^[\p{L}\p{N}（）()·.& -]+$/u, '名称不能包含特殊符号'] as [RegExp, string],
};

const personName = text({
  label: '姓名',
  hint: '与身份证件一致，认证后只能提现到本人的银行卡',
  required: '请输入姓名',
  ...nameRules,
  example: '陈知远',
});

const firmName = text({
  label: '企业名称',
  hint: '必须与营业执照一致',
  required: '请输入企业名称',
  ...nameRules,
  example: '赣州三榫家具制造有限公司',
});

const region = regions({ label: '所在地区', required: '请选择所在的省份和城市', example: '36,3607' });

const contactName = text({
  label: '联系人姓名',
  required: '请输入联系人姓名',
  max: [20, '联系人姓名最多20个字'],
  example: '陈知远',
});

const personPhone = text({
  label: '联系人电话',
  required: '请输入联系人电话',
  max: [11, '联系人电话最多11位'],
  pattern: [mobileForm, '请输入正确的11位手机号'],
  inputMode: 'tel',
  example: '13800000001',
});

/** A firm answers from its switchboard as well: area code and number without a dash fit eleven digits. */
const firmPhone = text({
  label: '联系人电话',
  hint: '手机号，或区号加座机号，中间不加横线',
  required: '请输入联系人电话',
  max: [11, '联系人电话最多11位'],
  pattern: [/^(?:1[3-9]\d{9}|0\d{9,10}|[2-9]\d{6,7}|400\d{7})$/, '请输入正确的手机号或座机号'],
  inputMode: 'tel',
  example: '07978123456',
});

const email = text({
  label: '联系人邮箱',
  required: '请输入联系人邮箱',
  max: [50, '联系人邮箱最多50个字符'],
  pattern: [emailForm, '请输入正确的邮箱地址'],
  inputMode: 'email',
  example: 'zhiyuan.chen@example.com',
});

const contractFiles = documents({
  label: '合同文件',
  hint: '签字或盖章的合同，最多3个',
  required: '请上传合同文件',
  max: 3,
  example: '/files/private/0190a000-0000-7000-8000-000000000000/合同.pdf',
});

const samplePicture = '/files/private/0190a000-0000-7000-8000-000000000000/1200x800.jpg';
const pictures = (label: string, hint: string, max: number, required = `请上传${label}`): Field<string[]> =>
  images({ label, hint, required, max, example: samplePicture });

/** What the enterprise does in the chain, by the numbers of the specification; the first where nothing is said. */
function typeField(stages: readonly Stage[]): Field<string> {
  const types = stages.toSorted((a, b) => a.enterpriseType - b.enterpriseType);
  const options = types.map(({ enterpriseType, name }) => ({ value: String(enterpriseType), label: name }));
  const values = options.map(({ value }) => value);
  return {
    label: '企业类型',
    required: true,
    widget: { kind: 'select', options },
    schema: oneOf(values, values[0] ?? '1', '企业类型不在可选范围内'),
    example: '4',
  };
}

/** The region travels as `provice` and `city`; a form holds it as a pair under this key. */
export const regionKey = 'region';

const personItems: readonly CertificationItem[] = [
  wired('name', 'name', personName),
  wired('qualification', 'qualification', pictures('资质证明', '身份证正反面，或从业资格证书，最多6张', 6)),
  wired(regionKey, 'provice', region),
  wired('contactName', 'contact_name', contactName),
  wired('contactPhone', 'contact_phone', personPhone),
  wired('contactEmail', 'contact_email', email),
  wired('authorization', 'authorization', pictures('授权书', '签字后拍照或扫描，最多3张', 3)),
  wired('contract', 'contract', contractFiles),
  wired('designs', 'designs', pictures('设计作品', '1 到 9 张，能看出是您的作品', 9)),
];

const firmItems = (stages: readonly Stage[]): readonly CertificationItem[] => [
  wired('name', 'name', firmName),
  wired('type', 'type', typeField(stages)),
  wired('businessLicense', 'business_license', pictures('营业执照', '最新年检的正本或副本，四角完整，最多3张', 3)),
  wired(regionKey, 'provice', region),
  wired('contactName', 'contact_name', contactName),
  wired('contactPhone', 'contact_phone', firmPhone),
  wired('contactEmail', 'contact_email', email),
  wired('qualification', 'qualification', pictures('资质证书', '行业许可、质量体系等证书，最多6张', 6)),
  wired('authorization', 'authorization', pictures('授权书', '盖章后拍照或扫描，最多3张', 3)),
  wired('contract', 'contract', contractFiles),
  wired(
    'employees',
    'employees',
    images({ label: '员工', hint: '选填：团队或持证员工的照片，最多9张', max: 9, example: samplePicture }),
  ),
  wired(
    'devices',
    'devices',
    images({ label: '设备', hint: '选填：主要设备和车间的照片，最多9张', max: 9, example: samplePicture }),
  ),
];

/** What is asked of this kind of account, in the order of the form. */
export const certificationItems = (type: AccountType, stages: readonly Stage[]): readonly CertificationItem[] =>
  type === accountType.enterprise ? firmItems(stages) : personItems;

/** Items whose values are addresses of uploads. */
export const isFiles = ({ widget }: Pick<CertificationItem, 'widget'>): boolean =>
  widget.kind === 'images' || widget.kind === 'documents';

export type ItemValue = string | readonly string[];

/** The values of these items as the call carries them, read and checked: by inner key, and what is wrong by wire name. */
export function readItems(
  items: readonly CertificationItem[],
  wire: Readonly<Record<string, unknown>>,
): { values: Record<string, ItemValue>; faults: Record<string, string> } {
  const values: Record<string, ItemValue> = {};
  const faults: Record<string, string> = {};
  for (const item of items) {
    const raw = item.key === regionKey ? [wire['provice'], wire['city']].filter((code) => code) : wire[item.wire];
    const parsed = item.schema.safeParse(raw);
    if (!parsed.success) faults[item.wire] = parsed.error.issues[0]?.message ?? `${item.label}填写有误`;
    else values[item.key] = parsed.data as ItemValue;
    const [province = '', city = ''] = item.key === regionKey && parsed.success ? (parsed.data as string[]) : [];
    if (province !== '' && !isRegionPair(province, city)) faults[item.wire] = '所选的城市不在这个省份';
  }
  return { values, faults };
}

/** Why an item was refused, in an operator's words. */
const refusedItem = z.object({
  /** wire name of the field */
  item: z.string(),
  label: z.string(),
  reason: z.string(),
});

/** A certification as its owner sees it (specification §3). Files are addresses that open nothing by themselves. */
const certification = z.object({
  id: z.string(),
  /** 1 individual, 2 enterprise */
  account_type: z.number().int(),
  /** what the enterprise does, 1 to 7; 0 for individuals */
  type: z.number().int(),
  typeName: z.string(),
  name: z.string(),
  country: z.string(),
  provice: z.string(),
  city: z.string(),
  /** province and city in words */
  region: z.string(),
  address_detail: z.string(),
  contact_name: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  /** comma-separated, as all files here */
  business_license: z.string(),
  qualification: z.string(),
  authorization: z.string(),
  contract: z.string(),
  designs: z.string(),
  employees: z.string(),
  devices: z.string(),
  /** 0 under review, 1 passed, 2 failed */
  status: z.number().int(),
  statusName: z.string(),
  create_time: z.number().int(),
  /** seconds; when it was last handed in, and when it was decided, null before */
  submitTime: z.number().int(),
  decideTime: z.number().int().nullable(),
  /** how often it was handed in */
  revision: z.number().int(),
  /** what was refused and why; only these are asked for again */
  refused: z.array(refusedItem),
});
export type Certification = z.output<typeof certification>;

const anyValue = z.unknown().optional();

export const certifySave = defineCall({
  path: '/api/Personal/certifySave',
  auth: 'user',
  input: z.object({
    account_type: oneOf(['1', '2'], '1', '账户类型有误'),
    // Read by the items of this kind of account: after a refusal only those that were refused are asked for.
    name: anyValue,
    type: anyValue,
    provice: anyValue,
    city: anyValue,
    /** belongs to the region: after a refusal it is read with it alone */
    address_detail: optional(z.string().trim().max(100, '详细地址最多100个字')),
    contact_name: anyValue,
    contact_phone: anyValue,
    contact_email: anyValue,
    business_license: anyValue,
    qualification: anyValue,
    authorization: anyValue,
    contract: anyValue,
    designs: anyValue,
    employees: anyValue,
    devices: anyValue,
    /** which refusal it answers, by the revision that was refused; 0 for a first time. Another one is answered by 1005. */
    revision: optional(z.coerce.number('版本有误').int('版本有误').min(0, '版本有误').max(1_000_000, '版本有误')),
    requestId,
  }),
  output: z.object({ id: z.string(), status: z.number().int() }),
  summary: 'Hands in a certification of one’s own kind, or after a refusal the refused items anew.',
});

export const certifyList = defineCall({
  path: '/api/Personal/certifyList',
  auth: 'user',
  input: z.object(paging(6, 20)),
  output: z.array(certification),
  paged: true,
  summary: 'One’s own certifications, the newest first.',
});

export const certifyInfo = defineCall({
  path: '/api/Personal/certifyInfo',
  auth: 'user',
  input: z.object({ id: optional(recordId('认证编号')) }),
  output: certification.nullable(),
  summary: 'One of one’s own certifications; without an id the newest, null where there is none.',
});
