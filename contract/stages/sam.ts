import { text } from '../fields.ts';
import { caseFields } from './case-fields.ts';
import { common, defineStage, wired } from './stage.ts';

export const sam = defineStage({
  number: 6,
  key: 'sam',
  name: '供销',
  blurb: '铺货到门店',
  provider: '经销商',
  invitation: '讲清产品理念和铺货打算，附产品图，经销商来谈渠道和价格。',
  op: 'Marketing',
  statusField: 'produceDemandStatus',
  nidField: 'produceDemandNid',
  enterpriseType: 7,
  nidPrefix: 'DX',
  retentionDays: 15,
  layout: 'cards',
  pageSize: { recommended: 5, more: 9 },
  demand: [
    common.name,
    wired(
      'company',
      'companyName',
      text({
        label: '企业名称',
        required: '请输入企业名称！',
        min: [2, '企业名称至少需要两个字'],
        max: [20, '名称过长！'],
        example: '三榫制造',
      }),
    ),
    wired(
      'productIdea',
      'productIdea',
      text({
        label: '产品理念',
        hint: '15–1000 字',
        required: '请输入产品理念！',
        min: [15, '请至少输入15个字的产品理念'],
        max: [1000, '产品理念过长！'],
        rows: 4,
        example: '一张床从出生用到六岁，少买两件家具，拆下来的围栏还能当书架。',
      }),
    ),
    common.description,
    common.pictures('productPic'),
    common.files,
    common.deadline,
    common.budget,
  ],
  case: [caseFields.name, caseFields.company, caseFields.price('元'), caseFields.pictures],
  question: '想把{type}家具铺到门店？',
});
