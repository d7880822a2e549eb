import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import { paging, text } from './fields.ts';
import { regionName } from './regions.ts';
import { anyOf } from './wire.ts';

/** What can be found, in the order that results are shown in. */
export const searchKinds = [
  { key: 'case', name: '案例' },
  { key: 'demand', name: '需求' },
  { key: 'topic', name: '话题' },
  { key: 'shop', name: '服务商' },
] as const;

export type SearchKindKey = (typeof searchKinds)[number]['key'];
const kindKeys = searchKinds.map(({ key }) => key) as [SearchKindKey, ...SearchKindKey[]];

export const searchPageSize = 20;
/** of each kind, where the kind is not named */
export const searchPerKind = 6;
/** hits of a kind that can be reached and are counted; whoever has not found it by then asks for something else */
export const searchMost = 100;
export const longestQuery = 50;

/** Carried by pages that show what was found. */
export const searchTag = 'search';

/** A piece of a text; `hit` marks what was asked for. Never HTML: whoever shows it marks it. */
const segments = z.array(z.object({ text: z.string(), hit: z.boolean() }));

const hit = z.object({
  kind: z.enum(kindKeys),
  /** of the record; for a demand its number */
  id: z.string(),
  name: segments,
  excerpt: segments,
  /** stage keys: one of a case or demand, those that a provider serves, none of a topic */
  stages: z.array(z.string()),
  /** category key; '' of a provider */
  category: z.string(),
  /** province and city in words, '' where there is none */
  region: z.string(),
  picture: z.string(),
  /** whose it is, where that is shown */
  who: z.string(),
  certified: z.boolean(),
  /** yuan with two decimals; '' of all but demands */
  budget: z.string(),
  /** seconds since 1970; 0 of all but demands */
  issueEndTime: z.number().int(),
  saveTime: z.number().int(),
});
export type SearchHit = z.output<typeof hit>;

const absent = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : value);
const word = z.string().trim().max(20);

export const search = defineCall({
  path: '/api/Web/search',
  auth: 'anyone',
  input: z.object({
    q: text({
      label: '搜索词',
      required: '请输入要找的内容',
      max: [longestQuery, `搜索词不能超过${longestQuery}个字`],
      example: '实木婴儿床',
    }).schema,
    kind: anyOf(kindKeys, '类型不在可选范围内'),
    stage: z.preprocess(absent, word.optional()).prefault(''),
    category: anyOf(categoryKeys, '类别不在可选范围内'),
    region: z
      .preprocess(absent, word.refine((code) => regionName(code) !== '', '地区不在可选范围内').optional())
      .prefault(''),
    ...paging(searchPageSize, 50),
  }),
  output: z.object({
    /** not all that was asked for could be found together: these come near */
    loose: z.boolean(),
    /** how many of each kind; `more` when there are more than can be reached */
    counts: z.array(z.object({ kind: z.enum(kindKeys), count: z.number().int(), more: z.boolean() })),
    /** without a kind, the best few of each */
    hits: z.array(hit),
  }),
  paged: true,
  summary: `Cases, open demands, topics and providers that hold the words of q; kind case, demand, topic or shop, stage and category keys, region a province or city code; without kind the first ${searchPerKind} of each`,
});
