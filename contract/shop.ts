import { z } from 'zod';
import { defineCall } from './call.ts';
import { caseListItem, caseShop } from './cases.ts';
import { paging } from './fields.ts';
import { oneOfStages, recordId } from './wire.ts';

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
