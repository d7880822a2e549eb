/**
 * Every bad value of a demand and the sentence it is refused with, written down from specification §5 and rulings §1 and
 * not from the catalogue: the catalogue, the forms and the calls are held against it.
 */
export interface RefusedValue {
  /** wire name */
  readonly field: string;
  /** as the wire carries it; undefined leaves the field out */
  readonly value: string | undefined;
  readonly message: string;
}

const chars = (count: number) => '木'.repeat(count);
const pictures = (count: number) => Array.from({ length: count }, (_, index) => `/files/${index}.jpg`).join(',');
/** An hour ago, in seconds. */
const past = String(Math.floor(Date.now() / 1000) - 3600);

const name: RefusedValue[] = [
  { field: 'name', value: '', message: '请输入产品名称！' },
  { field: 'name', value: undefined, message: '请输入产品名称！' },
  { field: 'name', value: '床', message: '请至少输入两个字的产品名称' },
  { field: 'name', value: chars(21), message: '产品名称过长！' },
];

const description: RefusedValue[] = [
  { field: 'demandDescribe', value: '', message: '请输入需求说明！' },
  { field: 'demandDescribe', value: chars(14), message: '请至少输入15个字的需求说明' },
  { field: 'demandDescribe', value: chars(1001), message: '需求说明过长！' },
];

const picturesOf = (field: string): RefusedValue[] => [
  { field, value: '', message: '请至少上传一张参考图片' },
  { field, value: pictures(7), message: '最多上传6张图片' },
];

const terms: RefusedValue[] = [
  { field: 'issueEndTime', value: '', message: '请设置截止时间' },
  { field: 'issueEndTime', value: past, message: '截止时间不能早于现在' },
  { field: 'budget', value: '', message: '请输入您的预算' },
  { field: 'budget', value: '-1', message: '预算不能为负' },
  { field: 'budget', value: '9.99', message: '最低预算10元人民币' },
  { field: 'budget', value: '十元', message: '预算须为数字，最多两位小数' },
];

/** By stage key. */
export const refusals: Readonly<Record<string, readonly RefusedValue[]>> = {
  design: [
    ...name,
    { field: 'scpoes', value: '', message: '请选择设计范围' },
    { field: 'scpoes', value: '厨房', message: '设计范围不在可选范围内' },
    ...description,
    ...picturesOf('demandPic'),
    ...terms,
  ],
  proofing: [
    ...name,
    { field: 'typess', value: '', message: '请选择打样类型' },
    { field: 'typess', value: '厨房', message: '打样类型不在可选范围内' },
    ...description,
    ...picturesOf('demandPic'),
    ...terms,
  ],
  stock: [
    ...name,
    { field: 'woodName', value: '', message: '请选择木材名称！' },
    { field: 'woodName', value: '竹子', message: '木材名称不在可选范围内' },
    { field: 'number', value: '', message: '请输入您的需求量' },
    { field: 'number', value: '-2', message: '需求量不能为负' },
    { field: 'number', value: '两车', message: '需求量须为整数' },
    ...description,
    ...picturesOf('demandPic'),
    ...terms,
  ],
  make: [
    ...name,
    { field: 'scpoes', value: '', message: '请选择制造类型' },
    { field: 'scpoes', value: '焊接', message: '制造类型不在可选范围内' },
    ...picturesOf('demandPic'),
    ...terms,
  ],
  spray: [
    ...name,
    { field: 'typess', value: '', message: '请选择喷涂类型' },
    { field: 'number', value: '', message: '请输入需要喷涂的数量' },
    { field: 'number', value: '-1', message: '喷涂数量不能为负' },
    ...description,
    ...picturesOf('demandPic'),
    ...terms,
  ],
  sam: [
    ...name,
    { field: 'companyName', value: '', message: '请输入企业名称！' },
    { field: 'companyName', value: '榫', message: '企业名称至少需要两个字' },
    { field: 'companyName', value: chars(21), message: '名称过长！' },
    { field: 'productIdea', value: '', message: '请输入产品理念！' },
    { field: 'productIdea', value: chars(14), message: '请至少输入15个字的产品理念' },
    { field: 'productIdea', value: chars(1001), message: '产品理念过长！' },
    ...description,
    ...picturesOf('productPic'),
    ...terms,
  ],
  logistics: [
    ...name,
    { field: 'productTypes', value: '', message: '请选择产品类型' },
    { field: 'deandNumber', value: '', message: '请输入您的需求数量' },
    { field: 'deandNumber', value: '-1', message: '需求数量不能为负' },
    { field: 'destination', value: '', message: '请选择需要运输到的目的地' },
    { field: 'destination', value: '36', message: '请选择需要运输到的目的地' },
    ...description,
    ...picturesOf('demandPic'),
    ...terms,
  ],
};
