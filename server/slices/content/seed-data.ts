import type { CategoryKey } from '../../../contract/categories.ts';
import type { Request } from '../../../illustrations/index.ts';

export interface DemoBanner {
  place: 'home' | 'smart';
  category: CategoryKey | null;
  name: string;
  note: string;
  /** a page of ours, without the base path */
  path: string;
  /** null: the one that the pages have for banners without a picture */
  picture: Pick<Request, 'motif' | 'palette'> | null;
}

/** Five of each place; the text stands on the left of the picture. */
export const demoBanners: readonly DemoBanner[] = [
  {
    place: 'home',
    category: null,
    name: '左边是图纸，右边是成品',
    note: '中间的七步，每一步都有人接。把图发上来，从任何一步开始。',
    path: '/smart/maternal',
    picture: null,
  },
  {
    place: 'home',
    category: 'maternal',
    name: '能用到六岁的婴儿床',
    note: '并床、围栏床、小沙发，三种样子一套连接件。',
    path: '/smart/maternal/design',
    picture: { motif: 'crib', palette: 'oak' },
  },
  {
    place: 'home',
    category: 'pet',
    name: '七公斤的猫跳顶层，不晃',
    note: '打样间在接猫爬架和狗屋的样，白坯五天看结构。',
    path: '/smart/pet/proofing',
    picture: { motif: 'catTree', palette: 'pine' },
  },
  {
    place: 'home',
    category: 'business',
    name: '前台、会议桌、展架，成套交付',
    note: '图纸和样品照片传上来，工厂按图报价。',
    path: '/smart/business/make',
    picture: { motif: 'receptionDesk', palette: 'walnut' },
  },
  {
    place: 'home',
    category: null,
    name: '有一门手艺，就来接单',
    note: '标书密封，截止或选定之前，别人只看得到份数。',
    path: '/smart/maternal/make',
    picture: { motif: 'workshop', palette: 'walnut' },
  },
  {
    place: 'smart',
    category: 'maternal',
    name: '母婴家具，从图纸到门店',
    note: '圆角、水性漆、可调高度。',
    path: '/smart/maternal/design',
    picture: { motif: 'changingTable', palette: 'white' },
  },
  {
    place: 'smart',
    category: 'pet',
    name: '宠物家具，先打一个样看看',
    note: '耐抓、可拆洗、稳得住。',
    path: '/smart/pet/proofing',
    picture: { motif: 'dogHouse', palette: 'amber' },
  },
  {
    place: 'smart',
    category: 'business',
    name: '商用家具，整屋一起算',
    note: '成套交付、可改尺寸。',
    path: '/smart/business/make',
    picture: { motif: 'meetingTable', palette: 'walnut' },
  },
  {
    place: 'smart',
    category: null,
    name: '按料单备料，含水率逐捆贴单',
    note: '橡木、榉木、桦木、松木的现货都在地图上。',
    path: '/smart/maternal/stock',
    picture: { motif: 'planks', palette: 'amber' },
  },
  {
    place: 'smart',
    category: null,
    name: '拼车送到门，上楼加安装',
    note: '南康始发，华东华南天天有车。',
    path: '/smart/maternal/logistics',
    picture: { motif: 'truck', palette: 'pine' },
  },
];

/** Each for a product of the pre-sale shelf, by its name. */
export const demoAds = [
  {
    product: '三档高脚餐椅 榉木',
    price: 468,
    sold: 2146,
    collected: 903,
    comments: 387,
    shots: 'highChair coral p',
  },
  {
    product: '弧面前台 实木格栅',
    price: 5200,
    sold: 614,
    collected: 275,
    comments: 102,
    shots: 'receptionDesk walnut p',
  },
] as const;

/** On air where the portal has a stream to show, else announced. */
export const demoLive = {
  title: '婴儿床侧板开料：一张板出六片，看余料怎么排',
  host: '三榫制造 · 二号车间',
  channel: 'home',
  shots: 'cncRouter pine s',
} as const;
