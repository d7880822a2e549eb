import type { RefusedValue } from './refusals.test-data.ts';

/**
 * Every bad value of a shop case and the sentence it is refused with, written down from specification §5 "Shop case forms"
 * and not from the catalogue: the catalogue, the forms and the calls are held against it.
 */

const chars = (count: number) => '木'.repeat(count);
const digits = (count: number) => '1'.repeat(count);
const pictures = (count: number) => Array.from({ length: count }, (_, index) => `/files/${index}.jpg`).join(',');

const text = (field: string, label: string, most: number, empty = `请输入${label}`): RefusedValue[] => [
  { field, value: '', message: empty },
  { field, value: undefined, message: empty },
  { field, value: chars(most + 1), message: `${label}不能超过${most}个字` },
];

const name = text('name', '名称', 100);
const idea = text('idea', '理念', 1000);
const company = text('company', '公司名称', 100);
const price: RefusedValue[] = [
  { field: 'price', value: '', message: '请输入价格' },
  { field: 'price', value: digits(11), message: '价格不能超过10个字' },
  { field: 'price', value: '三千', message: '价格须为数字，最多两位小数' },
];
const address = text('address', '地址', 100);
const location: RefusedValue[] = [
  { field: 'location', value: '', message: '请在地图上选择位置' },
  { field: 'location', value: '91,0', message: '请在地图上选择位置' },
  { field: 'location', value: '25,114,BD-09', message: '坐标系不在可选范围内' },
];
const video: RefusedValue[] = [
  { field: 'video', value: '', message: '请上传视频' },
  { field: 'video', value: '/files/a.avi', message: '视频只支持mp4格式' },
];
const img: RefusedValue[] = [
  { field: 'img_list', value: '', message: '请至少上传一张图片！' },
  { field: 'img_list', value: pictures(10), message: '最多上传9张图片' },
];
const factory: RefusedValue[] = [
  ...video,
  ...text('scale', '规模', 15),
  ...text('mach_type', '加工类型', 150),
  { field: 'rate', value: '', message: '请输入设备利用率' },
  { field: 'rate', value: '1000', message: '设备利用率不能超过100' },
  { field: 'rate', value: '-1', message: '设备利用率不能为负' },
  ...text('mach_yield', '产量', 100),
];

/** By stage key. */
export const caseRefusals: Readonly<Record<string, readonly RefusedValue[]>> = {
  design: [
    ...name,
    ...text('real_name', '设计师姓名', 50),
    ...idea,
    ...img,
    { field: 'design_img_list', value: '', message: '请至少上传一张设计参数图' },
    { field: 'design_img_list', value: pictures(10), message: '最多上传9张图片' },
  ],
  proofing: [...name, ...company, ...idea, ...img],
  stock: [
    ...name,
    ...company,
    ...text('source', '货源', 150),
    ...text('delivery_speed', '到货速度', 150),
    ...text('age', '木龄', 10),
    ...price,
    { field: 'stock_list', value: '', message: '请填写库存清单' },
    { field: 'stock_list', value: '[{"name":"橡木","count":""}]', message: '请填写库存清单' },
    ...address,
    ...location,
    ...video,
    ...img,
  ],
  make: [...name, ...factory, ...img],
  spray: [...name, ...factory, ...img],
  sam: [...name, ...company, ...price, ...img],
  logistics: [
    ...name,
    ...text('trans_ability', '运力', 50),
    ...text('trans_goods', '承运货物', 150),
    ...address,
    ...location,
    ...img,
  ],
};
