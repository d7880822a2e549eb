import type { z } from 'zod';
import { categories } from './categories.ts';
import { type Field, images, moment, money, select, text, whole } from './fields.ts';

/**
 * What operators put on the public pages, one entry a kind: where it stands, what is asked for, how much of it shows at
 * once. Forms, calls and checks are made from this list.
 */
export interface ContentKind {
  readonly key: string;
  readonly name: string;
  readonly places: readonly ContentPlace[];
  readonly fields: Readonly<Record<string, Field>>;
  /** the field that names one in a list */
  readonly title: string;
  /** how many show at once in a place; what stands behind them waits for room */
  readonly most: number;
}

export interface ContentPlace {
  readonly key: string;
  readonly name: string;
  /** a page that it can be seen on, below the base path */
  readonly path: string;
  /** fields of the kind that mean nothing here: not asked for, not kept */
  readonly without?: readonly string[];
}

/** A page of ours without the base path, or an outside address. */
const target = /^(?:\/(?![/\\])|https?:\/\/[^/\s])[^\s"'<>\\]{0,480}$/;

const leadsTo = (label = '点击后打开') =>
  text({
    label,
    hint: '站内页面写路径，如 /smart/pet，也可以粘贴浏览器里的网址；站外写完整网址',
    max: [490, '链接最多490个字'],
    pattern: [target, '链接须以 / 开头的站内路径，或以 http:// 或 https:// 开头的网址'],
    example: '/smart/pet',
  });

const picture = (label: string, required: string | undefined, hint: string) =>
  images({ label, hint, required, max: 1, example: '' });

const count = (label: string, unit: string) =>
  whole({
    label,
    unit,
    required: `请输入${label}数`,
    negative: `${label}数不能为负`,
    min: [0, `${label}数不能为负`],
    max: [99_999_999, `${label}数过大`],
    example: '120',
  });

/** Asia/Shanghai in forms, seconds since 1970 on the wire; empty for at once and for ever. */
const spell = {
  from: moment({ label: '开始展示', hint: '不填为发布后立即', example: '1800000000' }),
  until: moment({ label: '结束展示', hint: '不填为一直展示', example: '' }),
};

export const everyCategory = 'all';

const banner = {
  key: 'banner',
  name: '横幅',
  title: 'name',
  most: 5,
  places: [
    { key: 'home', name: '首页', path: '/', without: ['category'] },
    { key: 'smart', name: '类别页', path: '/smart/maternal' },
  ],
  fields: {
    picture: picture('图片', undefined, '建议 1600×560，文字在左侧，画面主体靠右；不传用默认图'),
    name: text({
      label: '标题',
      required: '请输入标题',
      min: [2, '标题至少2个字'],
      max: [30, '标题最多30个字'],
      example: '能用到六岁的婴儿床',
    }),
    note: text({
      label: '副标题',
      max: [60, '副标题最多60个字'],
      example: '并床、围栏床、小沙发，三种样子一套连接件。',
    }),
    target: leadsTo(),
    category: select({
      label: '展示类别',
      hint: '只在这个类别的页面展示',
      required: '请选择展示类别',
      of: [
        { value: everyCategory, label: '全部类别' },
        ...categories.map(({ key, name }) => ({ value: key, label: name })),
      ],
      example: everyCategory,
    }),
    ...spell,
  },
} as const satisfies ContentKind;

const ad = {
  key: 'ad',
  name: '广告',
  title: 'name',
  most: 2,
  places: [{ key: 'home', name: '首页直播旁', path: '/' }],
  fields: {
    picture: picture('图片', '请上传图片', '建议 4:3，至少 640 像素宽'),
    name: text({
      label: '商品名称',
      required: '请输入商品名称',
      min: [2, '商品名称至少2个字'],
      max: [40, '商品名称最多40个字'],
      example: '三档高脚餐椅 榉木',
    }),
    target: text({
      label: '点击后打开',
      hint: '站内页面写路径，如 /presale，也可以粘贴浏览器里的网址；站外写完整网址',
      required: '请输入点击后打开的链接',
      max: [490, '链接最多490个字'],
      pattern: [target, '链接须以 / 开头的站内路径，或以 http:// 或 https:// 开头的网址'],
      example: '/presale',
    }),
    price: money({ label: '价格', required: '请输入价格', negative: '价格不能为负', example: '468' }),
    sold: count('已售', '件'),
    collected: count('收藏', '次'),
    comments: count('评价', '条'),
    ...spell,
  },
} as const satisfies ContentKind;

/** Whether a block plays. */
export const airStates = [
  { value: 'off', label: '未开播' },
  { value: 'on', label: '开播中' },
] as const;

const live = {
  key: 'live',
  name: '直播',
  title: 'title',
  most: 1,
  places: [{ key: 'home', name: '首页', path: '/' }],
  fields: {
    title: text({
      label: '标题',
      required: '请输入标题',
      min: [2, '标题至少2个字'],
      max: [40, '标题最多40个字'],
      example: '婴儿床侧板开料：一张板出六片',
    }),
    host: text({ label: '主播', required: '请输入主播', max: [30, '主播最多30个字'], example: '三榫制造 · 二号车间' }),
    picture: picture('封面', '请上传封面', '16:9，没有开播时显示'),
    air: select({ label: '开播', required: '请选择是否开播', of: airStates, example: 'off' }),
    stream: text({
      label: '直播源',
      hint: '写 live:频道名，或 HLS 地址（.m3u8）',
      max: [490, '直播源最多490个字'],
      example: 'live:home',
    }),
    preview: text({
      label: '预览源',
      hint: '封面上的静音短片，可不填',
      max: [490, '预览源最多490个字'],
      example: '',
    }),
    starts: moment({ label: '预告开播时间', hint: '未开播时显示倒计时，可不填', example: '' }),
    ...spell,
  },
} as const satisfies ContentKind;

const announcement = {
  key: 'announcement',
  name: '公告',
  title: 'text',
  most: 1,
  places: [{ key: 'all', name: '所有公开页面', path: '/' }],
  fields: {
    text: text({
      label: '公告内容',
      hint: '显示在每页顶部，一行',
      required: '请输入公告内容',
      min: [4, '公告内容至少4个字'],
      max: [60, '公告内容最多60个字'],
      example: '12月1日 02:00–04:00 系统维护，期间不能付款。',
    }),
    target: leadsTo(),
    ...spell,
  },
} as const satisfies ContentKind;

const link = {
  key: 'link',
  name: '外链',
  title: 'url',
  most: 1,
  places: [{ key: 'implement', name: '开放平台', path: '/smart/maternal/implement' }],
  fields: {
    url: text({
      label: '开放平台地址',
      hint: '访客在离开本站之前会看到它的域名',
      required: '请输入开放平台地址',
      max: [490, '开放平台地址最多490个字'],
      pattern: [/^https?:\/\/[^/\s"'<>\\]+\.[^\s"'<>\\]+$/, '开放平台地址须是以 http:// 或 https:// 开头的网址'],
      example: 'https://open.example.com/docs',
    }),
    ...spell,
  },
} as const satisfies ContentKind;

export const contentKinds = { banner, ad, live, announcement, link } as const;
export type ContentKindKey = keyof typeof contentKinds;
export const contentKindKeys = Object.keys(contentKinds) as [ContentKindKey, ...ContentKindKey[]];

/** A kind's values as they are read: pictures as a list, sums in fen, moments as dates. */
export type ContentValues<K extends ContentKindKey> = {
  [Name in keyof (typeof contentKinds)[K]['fields']]: (typeof contentKinds)[K]['fields'][Name] extends Field<infer Out>
    ? Out
    : never;
};

export const kindFields = (kind: ContentKindKey): Readonly<Record<string, Field>> => contentKinds[kind].fields;

const placesOf = (kind: ContentKindKey): readonly ContentPlace[] => contentKinds[kind].places;

/** Fields that some place of a kind does not have. */
export const fieldsOfSomePlaces = (kind: ContentKindKey): ReadonlySet<string> =>
  new Set(placesOf(kind).flatMap(({ without = [] }) => without));

/** The fields of a kind in one of its places. */
export function fieldsAt(kind: ContentKindKey, place: string): Readonly<Record<string, Field>> {
  const without = placesOf(kind).find(({ key }) => key === place)?.without ?? [];
  return Object.fromEntries(Object.entries(kindFields(kind)).filter(([name]) => !without.includes(name)));
}

export const shapeOf = (fields: Readonly<Record<string, Field>>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));

/** Names of what pages show: the page is made anew when it changes. */
export const contentTags: Readonly<Record<ContentKindKey, string>> = {
  banner: 'content',
  ad: 'content',
  live: 'content',
  announcement: 'announcement',
  link: 'implement',
};
