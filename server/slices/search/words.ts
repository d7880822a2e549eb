import { setImmediate as breathe } from 'node:timers/promises';
import type { Jieba } from '@node-rs/jieba';
import { plainText, type Simplify } from './text.ts';

/** The Chinese that search knows: cutting a query into words, words that mean the same, traditional characters. */
export interface Language {
  readonly simplify: Simplify;
  /** cuts a normalised text into words and what stands between them */
  cut(text: string): string[];
  /** The word and what else it is called, itself first. */
  namesOf(word: string): readonly string[];
}

/** Words that a common dictionary would cut apart. */
const trade =
  `婴儿床 儿童床 并床 围栏床 高低床 上下铺 子母床 双层床 换尿布台 尿布台 护理台 高脚餐椅 餐椅 成长椅 绘本架 绘本柜 玩具柜 斗柜 床头柜 学步车 围栏 护栏
  猫爬架 猫架 猫树 猫窝 猫屋 猫抓板 猫别墅 剑麻柱 狗屋 狗窝 狗舍 喂食器 宠物床 鱼缸柜 底柜 鸟笼 宠物家具
  会议桌 办公桌 写字台 办公椅 前台 接待台 展示架 展示柜 陈列架 展架 收银台 卡座 等候椅 文件柜 屏风 工位 吧台 货架 走线槽
  沙发 衣柜 书柜 书架 鞋柜 餐桌 茶几 置物架 床垫 榻榻米 全屋定制 样板间
  实木 原木 榉木 橡木 松木 白蜡木 胡桃木 樱桃木 橡胶木 水曲柳 桦木 多层板 胶合板 密度板 颗粒板 生态板 刨花板 欧松板 饰面板 指接板 板材 木皮 封边条
  喷漆 喷涂 水性漆 油性漆 清漆 白坯 底漆 面漆 烤漆 木蜡油 粉末喷涂 烘房 喷房 打磨 封边 开料 榫卯 倒圆 圆角 雕刻 五轴 数控 六面钻 热压 冷压 模具 样品 打样 小批量
  备料 含水率 五金件 滑轨 铰链 脚轮 绳 剑麻 布艺 海绵 环保 甲醛 拼车 专线 零担 整车 打包 木架 仓储 配送 送装 上楼 物流 铺货 经销商 代理商 供应商 门店 直播 图纸 效果图 三视图 建模 拆单`.split(
    /\s+/,
  );

/** Who does the work of a stage is found by the stage: 喷涂厂 is whoever does 喷涂. */
const makers = ['厂', '厂家', '厂商', '工厂', '公司', '商', '商家', '家'];

/** Pieces of a query without the words for whoever does the work of a stage. */
export function withoutMakers(pieces: readonly string[], stageNames: readonly string[]): string[] {
  const works = pieces.map(
    (piece) => stageNames.find((name) => makers.some((maker) => piece === name + maker)) ?? piece,
  );
  return works.filter((piece, index) => !(makers.includes(piece) && stageNames.includes(works[index - 1] ?? '')));
}

/** One character each: what a piece of furniture is made of or for, and what it is. */
const made = '木铁竹藤布皮钢铝铜石猫狗';
const pieces = '床椅桌柜架凳几窝屋箱';

/** 木床 is said by nobody who writes 榉木 and 床: the two words of a compound that no dictionary of the trade has. */
/** @param named whether it has other names: then it is a word of the trade */
export function partsOf(word: string, named: boolean): readonly [string, string] | undefined {
  const [first = '', last = '', ...more] = word;
  if (more.length > 0 || !made.includes(first) || !pieces.includes(last) || first === '' || last === '')
    return undefined;
  return named || trade.includes(word) ? undefined : [first, last];
}

/** Words that say nothing of what is looked for. */
const empty = new Set(
  '的 了 呢 吗 吧 和 与 及 或 在 是 有 要 想 找 求 求购 请问 怎么 什么 哪里 哪家 一个 一张 一套 我 我们 你们 给 做 买'.split(
    ' ',
  ),
);

export const saysNothing = (word: string): boolean => empty.has(word);

/**
 * The language with these groups of words that mean the same. Loaded with the first query: the dictionary is 5 MB, and a
 * portal that nobody searches needs none.
 */
export async function loadLanguage(groups: readonly (readonly string[])[]): Promise<Language> {
  const [simplify, jieba] = await Promise.all([loadSimplify(), (cutter ??= loadJieba())]);
  const names = new Map<string, readonly string[]>();
  for (const group of groups) {
    const words = group.map((word) => plainText(word, simplify).trim());
    for (const word of words) names.set(word, [word, ...words.filter((other) => other !== word)]);
  }
  teach(jieba, [...names.keys()]);
  return { simplify, cut: (text) => jieba.cut(text, true), namesOf: (word) => names.get(word) ?? [word] };
}

let cutter: Promise<Jieba> | undefined;
const taught = new Set<string>();

/** As common as a common word, so that they are not cut apart. */
function teach(jieba: Jieba, words: readonly string[]): void {
  const fresh = words.filter((word) => word !== '' && !taught.has(word));
  if (fresh.length === 0) return;
  for (const word of fresh) taught.add(word);
  jieba.loadDict(Buffer.from(`${fresh.map((word) => `${word} 20000 n`).join('\n')}\n`));
}

let simplifier: Promise<Simplify> | undefined;

/** As much of the language as keeping the index takes. */
export function loadSimplify(): Promise<Simplify> {
  simplifier ??= import('opencc-js/t2cn').then(({ Converter }) => Converter({ from: 't', to: 'cn' }));
  return simplifier;
}

/** In pieces: read at once, it would keep everybody waiting for a third of a second. */
async function loadJieba(): Promise<Jieba> {
  const [{ Jieba: Cutter }, { dict }] = await Promise.all([import('@node-rs/jieba'), import('@node-rs/jieba/dict.js')]);
  const jieba = new Cutter();
  const bytes = Buffer.from(dict.buffer, dict.byteOffset, dict.byteLength);
  const piece = 128 * 1024;
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from + piece);
    const to = end < 0 ? bytes.length : end + 1;
    jieba.loadDict(bytes.subarray(from, to));
    from = to;
    await breathe();
  }
  teach(jieba, trade);
  return jieba;
}
