import { images, location, text, video, whole } from '../fields.ts';
import { type Gauge, type Stage, wired } from './stage.ts';

/** Case fields that more than one stage has, with the limits of specification §5 "Shop case forms". */
export const caseFields = {
  name: wired(
    'name',
    'name',
    text({
      label: '名称',
      required: '请输入名称',
      max: [100, '名称不能超过100个字'],
      example: '能用到六岁的并床婴儿床',
    }),
  ),
  idea: wired(
    'idea',
    'idea',
    text({
      label: '理念',
      required: '请输入理念',
      max: [1000, '理念不能超过1000个字'],
      rows: 6,
      example: '零到六个月并在大床边，一岁放下侧板当围栏床，三岁拆掉围栏就是小沙发。',
    }),
  ),
  company: wired(
    'company',
    'company',
    text({ label: '公司', required: '请输入公司名称', max: [100, '公司名称不能超过100个字'], example: '半坡打样间' }),
  ),
  price: (unit: string) =>
    wired(
      'price',
      'price',
      text({
        label: `价格（${unit}）`,
        required: '请输入价格',
        max: [10, '价格不能超过10个字'],
        pattern: [/^\d+(?:\.\d{1,2})?$/, '价格须为数字，最多两位小数'],
        inputMode: 'decimal',
        example: '3200',
      }),
    ),
  address: wired(
    'address',
    'address',
    text({
      label: '地址',
      required: '请输入地址',
      max: [100, '地址不能超过100个字'],
      example: '江西省赣州市南康区家具大道 88 号',
    }),
  ),
  location: wired(
    'location',
    'location',
    location({ label: '位置', required: '请在地图上选择位置', example: '25.6611,114.7652' }),
  ),
  video: wired('video', 'video', video({ label: '视频', required: '请上传视频', example: '/files/example.mp4' })),
  scale: wired(
    'scale',
    'scale',
    text({ label: '规模', required: '请输入规模', max: [15, '规模不能超过15个字'], example: '6000 平方米' }),
  ),
  processing: wired(
    'machineType',
    'mach_type',
    text({
      label: '加工类型',
      required: '请输入加工类型',
      max: [150, '加工类型不能超过150个字'],
      example: '五轴开料、榫卯、封边',
    }),
  ),
  utilisation: wired(
    'utilisation',
    'rate',
    whole({
      label: '设备利用率',
      required: '请输入设备利用率',
      negative: '设备利用率不能为负',
      unit: '%',
      min: [0, '设备利用率不能为负'],
      max: [100, '设备利用率不能超过100'],
      example: '78',
    }),
  ),
  output: wired(
    'output',
    'mach_yield',
    text({ label: '产量', required: '请输入产量', max: [100, '产量不能超过100个字'], example: '月产 1200 张' }),
  ),
  pictures: wired(
    'pictures',
    'img_list',
    images({ label: '图片', required: '请至少上传一张图片！', max: 9, example: '/files/example.jpg' }),
  ),
};

/** How busy a factory's machines are. */
export const utilisationGauge: Gauge = {
  key: 'utilisation',
  bands: [
    { below: 60, word: '有空档' },
    { below: 85, word: '较忙' },
    { below: 101, word: '快满了' },
  ],
};

/** What the pages of the stages whose cases are factories have in common. */
export const factory = {
  layout: 'factories',
  pageSize: { recommended: 2, more: 8 },
  case: [
    caseFields.name,
    caseFields.video,
    caseFields.scale,
    caseFields.processing,
    caseFields.utilisation,
    caseFields.output,
    caseFields.pictures,
  ],
  headline: ['scale', 'machineType', 'output'],
  gauge: utilisationGauge,
} satisfies Partial<Stage>;
