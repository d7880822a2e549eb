import { select, text, whole } from '../fields.ts';
import { rows } from '../row-field.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, wired } from './stage.ts';

export const stock = defineStage({
  number: 3,
  key: 'stock',
  name: '备料',
  blurb: '按料单备木料',
  provider: '料商',
  invitation: '写清木材、数量、含水率和到货时间，料商按单报价。',
  op: 'Prepare',
  statusField: 'prepareDemandStatus',
  nidField: 'prepareDemandNid',
  enterpriseType: 3,
  nidPrefix: 'DS',
  retentionDays: 15,
  layout: 'map',
  pageSize: { recommended: 100, more: 8 },
  demand: [
    common.name,
    wired(
      'wood',
      'woodName',
      select({
        label: '木材名称',
        required: '请选择木材名称！',
        of: ['红木', '橡木', '松木', '杨木', '桦木'],
        example: '橡木',
      }),
    ),
    wired(
      'quantity',
      'number',
      whole({
        label: '需求量',
        required: '请输入您的需求量',
        negative: '需求量不能为负',
        unit: '立方米',
        example: '12',
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
    caseFields.company,
    wired(
      'source',
      'source',
      text({
        label: '货源',
        required: '请输入货源',
        max: [150, '货源不能超过150个字'],
        example: '黑龙江伊春，自有林场',
      }),
    ),
    wired(
      'deliverySpeed',
      'delivery_speed',
      text({
        label: '到货速度',
        required: '请输入到货速度',
        max: [150, '到货速度不能超过150个字'],
        example: '省内 3 天，省外 7 天',
      }),
    ),
    wired(
      'age',
      'age',
      text({ label: '木龄', required: '请输入木龄', max: [10, '木龄不能超过10个字'], example: '35 年' }),
    ),
    caseFields.price('元/立方米'),
    wired(
      'stockList',
      'stock_list',
      rows({
        label: '库存清单',
        required: '请填写库存清单',
        columns: [
          { key: 'name', label: '名称' },
          { key: 'count', label: '数量', amount: true },
        ],
        max: 50,
        example: '[{"name":"橡木 50 毫米板","count":"36 立方米"}]',
      }),
    ),
    caseFields.address,
    caseFields.location,
    caseFields.video,
    caseFields.pictures,
  ],
  headline: ['price', 'deliverySpeed', 'source', 'age'],
  needTop: '眼下最缺的料',
  question: '要备一批{type}家具的料？',
});
