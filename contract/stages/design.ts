import { choices, images, text } from '../fields.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, wired } from './stage.ts';

export const design = defineStage({
  number: 1,
  key: 'design',
  name: '设计',
  blurb: '定尺寸，出图纸',
  provider: '设计师',
  invitation: '写清用在哪间屋、预算和截止时间，附 1–6 张参考图。截止前报价只有您看得到。',
  op: 'Design',
  statusField: 'designDemandStatus',
  nidField: 'designDemandNid',
  enterpriseType: 1,
  nidPrefix: 'DD',
  retentionDays: 7,
  layout: 'cards',
  pageSize: { recommended: 5, more: 9 },
  demand: [
    common.name,
    wired(
      'scope',
      'scpoes',
      choices({
        label: '设计范围',
        hint: '可多选',
        required: '请选择设计范围',
        of: ['客厅', '卧室', '书房', '其他'],
        example: '卧室',
      }),
    ),
    common.description,
    common.pictures(),
    common.files,
    common.deadline,
    common.budget,
  ],
  case: [
    caseFields.name,
    wired(
      'designer',
      'real_name',
      text({ label: '设计师', required: '请输入设计师姓名', max: [50, '设计师姓名不能超过50个字'], example: '周云岫' }),
    ),
    caseFields.idea,
    wired(
      'color',
      'color',
      text({ label: '配色', required: '请输入配色', max: [100, '配色不能超过100个字'], example: '本色、雾绿' }),
    ),
    wired(
      'material',
      'material',
      text({ label: '主材', required: '请输入主材', max: [100, '主材不能超过100个字'], example: '榉木，局部多层板' }),
    ),
    caseFields.pictures,
    wired(
      'parameterPictures',
      'design_img_list',
      images({ label: '设计参数图', required: '请至少上传一张设计参数图', max: 9, example: '/files/example.jpg' }),
    ),
  ],
  headline: ['material', 'color', 'designer'],
  question: '需要设计一件{type}家具？',
});
