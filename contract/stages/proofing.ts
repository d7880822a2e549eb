import { choices } from '../fields.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, handed, wired } from './stage.ts';

export const proofing = defineStage({
  number: 2,
  key: 'proofing',
  name: '打样',
  blurb: '先做一件样品',
  provider: '打样间',
  invitation: '写清尺寸、材料和看样方式，附 1–6 张参考图。有图纸的一起传上来，报价更准。',
  op: 'Proof',
  statusField: 'proofDemandStatus',
  nidField: 'proofDemandNid',
  enterpriseType: 2,
  nidPrefix: 'DP',
  retentionDays: 7,
  layout: 'cards',
  pageSize: { recommended: 5, more: 9 },
  demand: [
    common.name,
    handed(
      ['types', 'productTypes'],
      wired(
        'types',
        'typess',
        choices({
          label: '打样类型',
          hint: '可多选',
          required: '请选择打样类型',
          of: ['床', '沙发', '床头柜', '其他'],
          example: '床',
        }),
      ),
    ),
    common.description,
    common.pictures(),
    common.files,
    common.deadline,
    common.budget,
  ],
  case: [caseFields.name, caseFields.company, caseFields.idea, caseFields.pictures],
  question: '需要打一件{type}家具的样？',
});
