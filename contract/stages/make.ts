import { choices } from '../fields.ts';
import { factory } from './case-fields.ts';
import { common, defineStage, wired } from './stage.ts';

export const make = defineStage({
  number: 4,
  key: 'make',
  name: '制造',
  blurb: '开料、榫卯、组装',
  provider: '工厂',
  invitation: '选好结构，传上图纸和样品照片，写清交期，工厂按图报价。',
  op: 'Produce',
  statusField: 'marketingDemandStatus',
  nidField: 'marketingDemandNid',
  enterpriseType: 4,
  nidPrefix: 'DM',
  retentionDays: 15,
  ...factory,
  demand: [
    common.name,
    wired(
      'structure',
      'scpoes',
      choices({ label: '制造类型', hint: '可多选', required: '请选择制造类型', of: ['榫卯', '其他'], example: '榫卯' }),
    ),
    common.pictures(),
    common.files,
    common.deadline,
    common.budget,
  ],
  question: '有一批{type}家具要做？',
});
