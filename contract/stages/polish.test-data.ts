import { choices } from '../fields.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, wired } from './stage.ts';

/** The invented eighth stage of rulings §1: what a new stage takes is this file and a line in the list. */
export const polish = defineStage({
  number: 8,
  key: 'polish',
  name: '打磨',
  blurb: '磨到镜面',
  provider: '打磨坊',
  invitation: '写清底材和目数，打磨坊按件报价。',
  op: 'Polish',
  statusField: 'polishDemandStatus',
  nidField: 'polishDemandNid',
  enterpriseType: 8,
  nidPrefix: 'DG',
  retentionDays: 15,
  layout: 'cards',
  pageSize: { recommended: 5, more: 9 },
  demand: [
    common.name,
    wired(
      'grits',
      'grits',
      choices({ label: '目数', required: '请选择目数', of: ['240 目', '400 目', '800 目'], example: '400 目' }),
    ),
    common.description,
    common.pictures(),
    common.files,
    common.deadline,
    common.budget,
  ],
  case: [caseFields.name, caseFields.company, caseFields.idea, caseFields.pictures],
});
