import { choices, whole } from '../fields.ts';
import { factory } from './case-fields.ts';
import { common, defineStage, handed, wired } from './stage.ts';

export const spray = defineStage({
  number: 5,
  key: 'spray',
  name: '喷涂',
  blurb: '水性漆上色',
  provider: '喷涂厂',
  invitation: '写清件数、底材和色号，说明打磨到几道，喷涂厂按件报价。',
  op: 'Spray',
  statusField: 'sprayDemandStatus',
  nidField: 'sprayDemandNid',
  enterpriseType: 5,
  nidPrefix: 'DC',
  retentionDays: 15,
  ...factory,
  demand: [
    common.name,
    handed(
      ['types', 'productTypes'],
      wired(
        'types',
        'typess',
        choices({
          label: '喷涂类型',
          hint: '可多选',
          required: '请选择喷涂类型',
          of: ['床', '沙发', '床头柜', '其他'],
          example: '床',
        }),
      ),
    ),
    handed(
      ['quantity'],
      wired(
        'quantity',
        'number',
        whole({
          label: '喷涂数量',
          required: '请输入需要喷涂的数量',
          negative: '喷涂数量不能为负',
          unit: '件',
          example: '200',
        }),
      ),
    ),
    common.description,
    common.pictures(),
    common.files,
    common.deadline,
    common.budget,
  ],
  question: '有一批{type}家具要喷？',
});
