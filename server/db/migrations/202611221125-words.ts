import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * What waits for review, as it stood in the code: simplified, lower case. Words are chosen so that they do not turn up
 * across the borders of ordinary ones: 色情 stands in 颜色情况, 毒品 in 消毒品, 洗钱 in 可洗钱包, hemp is a fabric.
 */
const groups = {
  gambling: [
    '赌博',
    '赌场',
    '赌球',
    '赌钱',
    '网赌',
    '赌资',
    '博彩',
    '六合彩',
    '私彩',
    '时时彩',
    '百家乐',
    '老虎机',
    '德州扑克平台',
    '真人荷官',
    '棋牌代理',
    '快三计划',
    '押大小',
    '线上投注',
    '彩票内幕',
  ],
  sex: [
    '嫖娼',
    '卖淫',
    '约炮',
    '裸聊',
    '援交',
    '包夜',
    '成人视频',
    '成人影片',
    '色情片',
    '色情网',
    '色情服务',
    '色情视频',
    '黄色网站',
    '一夜情',
    '上门服务小姐',
    '学生妹',
  ],
  drugs: [
    '冰毒',
    '海洛因',
    '摇头丸',
    '贩毒',
    '制毒',
    '吸毒品',
    '卖毒品',
    '买毒品',
    '迷药',
    '迷奸',
    '催情药',
    '听话水',
    '吸大麻',
    '卖大麻',
  ],
  weapons: ['枪支', '手枪出售', '仿真枪', '弹药', '炸药', '雷管', '管制刀具', '自制炸弹'],
  fraud: [
    '代开发票',
    '开发票联系',
    '办假证',
    '假证件',
    '刻章办证',
    '假文凭',
    '假币',
    '洗黑钱',
    '帮洗钱',
    '跑分',
    '信用卡套现',
    '花呗套现',
    '高利贷',
    '校园贷',
    '裸贷',
    '无抵押贷款',
    '刷单兼职',
    '兼职刷单',
    '日赚千元',
    '稳赚不赔',
    '传销',
    '资金盘',
    '出售银行卡',
    '收购银行卡',
    '四件套出售',
    '收购个人信息',
    '出售个人信息',
    '代孕',
    '卖肾',
    '器官买卖',
  ],
  violence: ['雇凶', '买凶', '杀人放火', '代人报仇'],
  abuse: ['操你妈', '草泥马', '傻逼', '去死吧', '狗杂种', '王八蛋'],
};

/** What people call the same thing, one line a thing, as it stood in the code. */
const same = [
  '喷漆 喷涂 上漆',
  '打样 样品 打板',
  '备料 供料',
  '婴儿床 宝宝床',
  '猫爬架 猫树 猫架',
  '狗屋 狗窝 狗舍',
  '猫窝 猫屋',
  '换尿布台 尿布台 护理台',
  '高低床 上下铺 双层床 子母床',
  '书架 书柜',
  '衣柜 衣橱',
  '办公桌 写字台 办公台',
  '展示架 陈列架 展架',
  '前台 接待台',
  '护栏 围栏',
  '鱼缸柜 鱼缸底柜',
  '板材 木板 板料',
  '物流 货运 运输',
  '拼车 零担 拼货',
  '工厂 厂家 加工厂',
  '经销商 代理商 分销商',
  '供应商 供货商',
  '水性漆 水漆',
  '数控 cnc',
  '图纸 设计图',
  '定制 订制 定做 订做',
  '开料 下料 裁板',
  '实木 原木',
  '毫米 mm',
  '厘米 cm',
  '平方米 平米 ㎡',
];

export const firstWords: readonly string[] = Object.values(groups).flat();
export const firstSynonyms: readonly (readonly string[])[] = same.map((line) => line.split(' '));

/** Words that hold back what people write, and words that search takes for the same: the operators' from here on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_words (
      id uuid primary key,
      word text not null,
      plain text not null unique,
      created_at timestamptz not null,
      created_by uuid
    )`.execute(db);
  await sql`
    create table synonym_groups (
      id uuid primary key,
      words text[] not null check (cardinality(words) >= 2),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      updated_by uuid
    )`.execute(db);
  await sql`
    insert into held_words (id, word, plain, created_at)
    select id, word, word, now() from unnest(${firstWords.map(() => randomUUID())}::uuid[], ${[...firstWords]}::text[]) as first (id, word)`.execute(
    db,
  );
  for (const words of firstSynonyms)
    await sql`
      insert into synonym_groups (id, words, created_at, updated_at)
      values (${randomUUID()}, ${[...words]}::text[], now(), now())`.execute(db);
}
