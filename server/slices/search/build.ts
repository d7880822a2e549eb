import type { Portal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildShop } from '../shop/build.ts';
import { buildTopic } from '../topics/build.ts';
import type { SearchKind } from './entry.ts';
import { rebuildIndex } from './keep.ts';

/** Texts of the trade to be searched in tests, each known by a short name. */
const texts: Readonly<Record<string, readonly [kind: SearchKind, title: string, body: string, more?: object]>> = {
  railing: [
    'topic',
    '第四次改护栏间距，终于卡在 58 毫米',
    '国标写 45 到 65，做到 60 以上孩子的脚踝能伸出来。最后用 58，配 22 的圆杆。',
  ],
  drying: ['topic', '水性漆冬天不干，烘房开几度', '南康这边湿度大，喷完两小时还粘手，烘房 35 度吹一夜才算干透。'],
  rope: [
    'topic',
    '柱子缠绳用 8 毫米还是 10 毫米',
    '同一只猫，同样抓四个月，8 毫米的剑麻绳断了十一处，10 毫米的只起毛。',
    { category: 'pet' },
  ],
  elbow: ['topic', '换尿布台的台面高度，我量了十七位妈妈的手肘', '身高 155 到 172，最省腰的台面高是 88 到 92 厘米。'],
  oak: [
    'topic',
    '十二月橡木的到货价',
    '含水率 10 到 12，四面见光，2.2 米以上的长料这个月不多。',
    { category: 'business' },
  ],
  truck: [
    'topic',
    '散件拼车，一方能省多少钱',
    '从赣州到成都，整车 6800，拼车按方算 210，三方以内拼车划算。',
    { category: 'business' },
  ],
  seat: ['topic', '沙发坐深 52 和 58，抱着孩子差在哪', '坐深 58 的要塞腰枕，52 的刚好踩实。'],
  e1: [
    'topic',
    'E1级和 ENF 级板子，仓库里怎么分',
    '看侧边的喷码，E1级的颗粒板味道大一些，ENF 的要贵两成。',
    { category: 'business' },
  ],
  crib: [
    'case',
    '能用到六岁的并床婴儿床',
    '',
    {
      stage_key: 'design',
      details: {
        idea: '零到六个月并在大床边，一岁放下侧板当围栏床。',
        material: '榉木',
        color: '本色、雾绿',
        designer: '周云岫',
      },
    },
  ],
  bunk: [
    'case',
    '两孩房的高低床',
    '',
    {
      stage_key: 'design',
      details: { idea: '楼梯里藏四个抽屉，上铺护栏 35 厘米。', material: '松木', designer: '何苗' },
    },
  ],
  cat: ['case', '三层猫爬架，剑麻柱可以换', '', { stage_key: 'proofing', category: 'pet', details: {} }],
  kennel: ['case', '坡顶实木狗屋', '', { stage_key: 'proofing', category: 'pet', details: {} }],
  aquarium: ['case', '90 厘米鱼缸底柜', '', { stage_key: 'proofing', category: 'pet', details: {} }],
  lumber: [
    'case',
    '北美白蜡木板材',
    '',
    {
      stage_key: 'stock',
      category: 'business',
      details: {
        company: '岭南木行',
        source: '北美，阿巴拉契亚',
        deliverySpeed: '省内 3 天',
        age: '60 年',
        stockList: [{ name: '白蜡 50 毫米板', count: '36 立方米' }],
      },
    },
  ],
  line: [
    'case',
    '二号车间：婴儿床榫卯线',
    '',
    {
      stage_key: 'make',
      details: { scale: '3600 平方米', machineType: '五轴开料、出榫机、圆棒机', output: '月产婴儿床 1200 张' },
    },
  ],
  booth: ['case', '水性漆无尘喷房', '', { stage_key: 'spray', details: {} }],
  meeting: [
    'case',
    '八人会议桌，走线槽藏在桌腿里',
    '',
    {
      stage_key: 'design',
      category: 'business',
      details: { idea: '线从桌面翻盖下去，腿里走。', material: '胡桃木皮' },
    },
  ],
  shelf: [
    'case',
    '铁木展示架',
    '',
    { stage_key: 'design', category: 'business', details: { idea: '五层，带抽屉，门店陈列用。' } },
  ],
  travel: [
    'demand',
    '可折叠旅行婴儿床',
    '展开 1.2 米，折起来能进后备箱，布面可拆洗。',
    { stage: 'proofing', category: 'maternal' },
  ],
  desk: [
    'demand',
    '办公桌 60 张',
    '1.4 米直桌，E1级板，要走线孔，下个月装进新办公室。',
    { stage: 'make', category: 'business' },
  ],
  paint: ['demand', '猫窝外壳喷涂', '120 个多层板外壳，哑光白，要水性漆。', { stage: 'spray', category: 'pet' }],
  haul: [
    'demand',
    '两百张餐椅发成都',
    '已打包，每张 0.12 方，拼车也行。',
    { stage: 'logistics', category: 'maternal' },
  ],
};

export interface Library {
  /** ids as the call answers them, by short name; shops are `tripleTenon` and `lingnan` */
  readonly ids: Readonly<Record<string, string>>;
  nameOf(id: string): string;
}

/** Writes the texts, oldest last in the list above, and makes the index. */
export async function buildLibrary(portal: Portal): Promise<Library> {
  const { db, clock } = portal;
  const { services } = portal.app;
  const now = clock.now().getTime();
  const tripleTenon = await buildShop(db, {
    shop_name: '三榫制造',
    introduction: '婴儿床和儿童椅的老厂，榫卯手工胶合，水性漆自己喷。',
    province_code: '36',
    city_code: '3607',
    stage_keys: ['make', 'spray'],
    certified: true,
  });
  const lingnan = await buildShop(db, {
    shop_name: '岭南木行',
    introduction: '橡木、白蜡、胡桃木现货，二十方起拼。',
    province_code: '44',
    city_code: '4406',
    stage_keys: ['stock'],
  });
  const ids: Record<string, string> = { tripleTenon: tripleTenon.id, lingnan: lingnan.id };
  const author = await buildUser(db, { nickName: '打样间的老禾' });
  for (const [index, [name, [kind, title, body, more = {}]]] of Object.entries(texts).entries()) {
    const created_at = new Date(now - index * 3_600_000);
    if (kind === 'topic')
      ids[name] = await buildTopic(db, { user_id: author.id, title, content: body, created_at, ...more });
    else if (kind === 'case') {
      const { details, ...columns } = more as { details: object; stage_key: string };
      const shop_id = columns.stage_key === 'stock' ? lingnan.id : tripleTenon.id;
      ids[name] = await buildCase(db, {
        shop_id,
        name: title,
        created_at,
        details: JSON.stringify(details),
        ...columns,
      });
    } else {
      const { nid } = await buildDemand(services, { owner: author, name: title, description: body, ...more });
      ids[name] = nid;
    }
  }
  await rebuildIndex(services);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return { ids, nameOf: (id) => names.get(id) ?? id };
}
