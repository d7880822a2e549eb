import { z } from 'zod';
import { defineCall } from './call.ts';
import { caseListItem, caseShop } from './cases.ts';
import { paging, storedFile, text } from './fields.ts';
import { oneOfStages, optional, recordId } from './wire.ts';

/** Cases on a page of a provider's shop. */
export const shopCasePageSize = 12;

/** What a page that shows a shop is tagged with, and is dropped from the cache by: publish it with every change of a shop. */
export const shopTag = (shopId: string): string => `shop:${shopId}`;

export const getShopInfo = defineCall({
  path: '/api/Omo/getShopInfo',
  auth: 'anyone',
  input: z.object({ id: recordId('店铺编号') }),
  output: caseShop.extend({
    /** when it was opened, seconds */
    create_time: z.number().int(),
    /** the stages that it serves or has approved cases in, in the order of the chain */
    stages: z.array(
      z.object({
        type: z.number().int(),
        key: z.string(),
        name: z.string(),
        /** it says so itself; false where only cases tell */
        served: z.boolean(),
        /** approved cases */
        count: z.number().int(),
      }),
    ),
  }),
  summary: 'A provider’s shop as anyone may see it, with the number of its approved cases per stage',
});

const { page, pageSize } = paging(shopCasePageSize);

export const getShopCases = defineCall({
  path: '/api/Omo/getShopCases',
  auth: 'anyone',
  input: z.object({ id: recordId('店铺编号'), type: oneOfStages, page, page_size: pageSize }),
  output: z.array(caseListItem),
  paged: true,
  summary: 'Approved cases of one shop, newest first; type is a stage number, absent for all stages',
});

/** A shop that its keeper has not named (specification §3). */
export const defaultShopName = '我的店铺';

export const shopNameField = text({
  label: '店铺名称',
  hint: `不填就叫“${defaultShopName}”`,
  max: [30, '店铺名称不能超过30个字'],
  example: '三榫制造',
});

export const shopIntroductionField = text({
  label: '店铺简介',
  hint: '做什么、怎么做、起订量，300 字以内',
  max: [300, '店铺简介不能超过300个字'],
  rows: 4,
  example: '两个车间 6000 平，榫卯和板式各一条线。小批量从 50 件起接，样品也能自己打。',
});

const ownShop = z.object({
  /** '' until it was first saved, or had its first case */
  id: z.string(),
  user_id: z.string(),
  shop_name: z.string(),
  introduction: z.string(),
  /** province and city codes, comma-separated; '' for not told */
  region: z.string(),
  /** its own picture; '' for none, then the keeper's stands for it */
  avatar_url: z.string(),
  /** numbers of the stages it says it serves, comma-separated */
  stages: z.string(),
  certified: z.boolean(),
  /** 0..5 with one decimal, 0 without any appraisal */
  score: z.number(),
  deal_num: z.number().int(),
  /** percent */
  favourable: z.number().int(),
  /** how many cases it has by stage and by where they stand */
  counts: z.array(
    z.object({ type: z.number().int(), status: z.enum(['0', '1', '2', 'draft']), count: z.number().int() }),
  ),
});
export type OwnShop = z.output<typeof ownShop>;

export const getMyShop = defineCall({
  path: '/api/Omo/getMyShop',
  auth: 'user',
  input: z.object({}),
  output: ownShop,
  summary: 'One’s own shop: name, record, and how many cases it has by stage and review status',
});

export const saveMyShop = defineCall({
  path: '/api/Omo/saveMyShop',
  auth: 'user',
  input: z.object({
    shop_name: shopNameField.schema,
    introduction: shopIntroductionField.schema,
    /** province and city codes, comma-separated; absent or empty for not told */
    region: optional(z.string().regex(/^\d{2,6},\d{2,6}$/, '请选择省份和城市')),
    /** numbers of the stages it serves, comma-separated */
    stages: optional(z.string().regex(/^\d{1,2}(,\d{1,2})*$/, '承接环节有误')),
    /** of an uploaded picture; empty for none */
    avatar_url: optional(z.string().regex(storedFile, '店铺头像地址有误')),
  }),
  output: ownShop,
  summary: 'Names one’s own shop and says what it does; everybody sees it at once',
});
