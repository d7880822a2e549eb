import { choices, regions, text, whole } from '../fields.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, handed, wired } from './stage.ts';

export const logistics = defineStage({
  number: 7,
  key: 'logistics',
  name: '物流',
  blurb: '拼车送到门',
  provider: '物流公司',
  invitation: '写清货物、件数和目的地，说明要不要上楼、装不装，物流公司按单报价。',
  op: 'Logistics',
  statusField: 'logisticsDemandStatus',
  nidField: 'logisticsDemandNid',
  enterpriseType: 6,
  nidPrefix: 'DL',
  retentionDays: 15,
  layout: 'map',
  pageSize: { recommended: 100, more: 8 },
  demand: [
    common.name,
    handed(
      ['productTypes', 'types'],
      wired(
        'productTypes',
        'productTypes',
        choices({
          label: '产品类型',
          hint: '可多选',
          required: '请选择产品类型',
          of: ['床', '沙发', '床头柜', '其他'],
          example: '床',
        }),
      ),
    ),
    handed(
      ['quantity'],
      wired(
        'quantity',
        'deandNumber',
        whole({
          label: '需求数量',
          required: '请输入您的需求数量',
          negative: '需求数量不能为负',
          unit: '件',
          example: '60',
        }),
      ),
    ),
    wired(
      'destination',
      'destination',
      regions({ label: '目的地', required: '请选择需要运输到的目的地', example: '36,3607' }),
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
      'ability',
      'trans_ability',
      text({ label: '运力', required: '请输入运力', max: [50, '运力不能超过50个字'], example: '9.6 米厢车 14 台' }),
    ),
    wired(
      'goods',
      'trans_goods',
      text({
        label: '承运货物',
        required: '请输入承运货物',
        max: [150, '承运货物不能超过150个字'],
        example: '家具整车与零担、展会布展',
      }),
    ),
    caseFields.address,
    caseFields.location,
    caseFields.pictures,
  ],
  headline: ['ability', 'goods'],
  question: '有一批{type}家具要运？',
});
