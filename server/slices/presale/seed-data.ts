import type { CategoryKey } from '../../../contract/categories.ts';
import type { Shots } from '../../seeding/demo/shots.ts';

export interface DemoProduct {
  category: CategoryKey;
  name: string;
  company: string;
  /** one paragraph each */
  description: readonly string[];
  shots: readonly Shots[];
  /** yuan */
  price: number;
  unit: string;
  quantity: number;
  joined: number;
  /** days from now */
  ends: number;
  likes: number;
  comments: readonly (readonly [who: string, hoursAgo: number, text: string])[];
}

/** Three a category, in the order of the shelf. */
export const demoProducts: readonly DemoProduct[] = [
  {
    category: 'maternal',
    name: '可并床婴儿床 樱桃红围板',
    company: '三榫制造',
    description: [
      '榉木床框，护栏间距 58 毫米，床头围板刷樱桃红水性漆。侧板单手一收就并到大床边，夜里喂奶不用下地；三岁以后拆掉护栏，当小沙发再用几年。',
      '床板四档，从 32 到 56 公分，并床时贴平大床，缝在 3 毫米以内，随床配一条固定带。五金全部沉头，孩子够得着的地方没有一个露在外面的螺丝。',
      '满 200 张开工，截止后二十天出货。围板可以换原木色，下单时在联系里说一声。木料批次和检测报告随货，也能在溯源页查到。',
    ],
    shots: ['crib coral psd', 'crib oak p'],
    price: 1280,
    unit: '张',
    quantity: 300,
    joined: 174,
    ends: 26,
    likes: 24,
    comments: [
      ['wuhou', 40, '并床的时候和大床之间有缝吗？'],
      ['sansun', 38, '床板有四档，贴平以后缝在 3 毫米内，另配一条固定带。'],
      ['hutao', 12, '红围板是水性漆吗，孩子会啃。'],
      ['sansun', 11, '水性漆，附检测报告，围板也可以换原木色。'],
    ],
  },
  {
    category: 'maternal',
    name: '三档高脚餐椅 榉木',
    company: '木桥实木',
    description: [
      '六个月会坐就能用，坐到十岁：踏板九档，座板三档，拆掉围栏就是一把普通椅子。餐盘一手可取，能直接进洗碗机。',
      '腿落地 52 公分见方，外撇不多，过道窄也不绊脚；用不着的时候靠墙放，只占 18 公分。安全带五点式，布套下机洗。',
      '整椅 5.8 公斤，承重按 80 公斤测。三百把起开一条线，分两批出货，先订先发。',
    ],
    shots: ['highChair oak pds', 'highChair coral p'],
    price: 468,
    unit: '把',
    quantity: 600,
    joined: 260,
    ends: 31,
    likes: 17,
    comments: [
      ['jiumian', 66, '腿往外撇多少？家里过道窄。'],
      ['muqiao', 64, '落地 52 见方，收起来靠墙 18。'],
    ],
  },
  {
    category: 'maternal',
    name: '带抽换尿布台 五抽',
    company: '三榫制造',
    description: [
      '台面高 90 公分，是量过十七位妈妈的手肘以后定的，换完一次腰不酸。围挡靠两颗手拧件固定，孩子大了拆掉，就是一个五斗柜。',
      '五个抽屉全部托底轨，单抽满载 25 公斤，关到最后一段自己缓住。背板留了走线口，台面上放得下暖奶器和小夜灯。',
      '板材是 E0 级桦木多层，白色面漆两遍水性漆。20 台以上可以改台面高度，不加钱。',
    ],
    shots: ['changingTable white psd', 'changingTable pine s'],
    price: 899,
    unit: '台',
    quantity: 150,
    joined: 92,
    ends: 18,
    likes: 11,
    comments: [
      ['heyuan', 90, '要 20 台的话能不能台面做 92？'],
      ['sansun', 88, '可以，20 台起改高度不加钱。'],
    ],
  },
  {
    category: 'pet',
    name: '三层猫爬架 剑麻柱可换',
    company: '木桥实木',
    description: [
      '底盘 60×50，压得住两只七公斤的猫同时起跳。柱套四颗螺丝整根换，绳抓烂了不用扔架子；窝和吊床的布面都能下机洗。',
      '柱绳是 10 毫米剑麻，不掉毛不起屑。底盘侧面留了两个暗孔，两个以上用连接片并在一起，配件包里就有。',
      '平板包装，一个人半小时装完，说明书只有四步。预订满 300 个开工，截止后十八天从龙回发货。',
    ],
    shots: ['catTree amber psd', 'catTree pine p'],
    price: 386,
    unit: '个',
    quantity: 500,
    joined: 292,
    ends: 22,
    likes: 26,
    comments: [
      ['azi', 30, '两个拼一起会不会打架，底盘能连吗？'],
      ['muqiao', 29, '底盘侧面留了两个暗孔，连接片在配件包里。'],
      ['jianma', 6, '柱绳 10 毫米，看过工厂照片，放心订。'],
    ],
  },
  {
    category: 'pet',
    name: '坡顶实木狗屋 中型犬',
    company: '三榫制造',
    description: [
      '樟子松防腐木，端头封三遍，放在露台和院子里都行。屋顶整片掀开清扫，淋两个小时，里面是干的。',
      '门洞 28 宽 38 高，柴犬、柯基、边牧小体型都合适。地板离地 6 公分，下面过得去水管，冬天可以另配一块隔温垫。',
      '坡顶拆成三片平板包装，六颗螺丝。木纹和色差是木头本来的样子，介意的先到评论里要实物图。',
    ],
    shots: ['dogHouse amber psd', 'dogHouse coral s'],
    price: 419,
    unit: '个',
    quantity: 400,
    joined: 235,
    ends: 35,
    likes: 15,
    comments: [
      ['muer', 77, '柴犬和柯基都合适吗？门洞多宽？'],
      ['sansun', 75, '门洞 28 宽 38 高，15 公斤以内都行。'],
    ],
  },
  {
    category: 'pet',
    name: '90 厘米鱼缸底柜',
    company: '合江家具厂',
    description: [
      '按 230 公斤设计：90 缸装满水、底砂和石头一起压上去，台面中间下沉不到 1 毫米。四只地脚各可调 25 毫米，随货送水平仪贴片。',
      '背后检修门 40×35，胳膊和过滤桶都过得去；左侧板预开两个 45 的管孔，不用的那个有塞子。里面刷防潮漆，漏一次水不会鼓。',
      '胡桃木皮贴多层板，四面都贴，靠墙不靠墙都好看。可以按缸的品牌改管孔位置，下单后厂里来电话对。',
    ],
    shots: ['aquariumStand walnut psd', 'aquariumStand oak p'],
    price: 760,
    unit: '台',
    quantity: 120,
    joined: 76,
    ends: 14,
    likes: 9,
    comments: [
      ['luban', 51, '背后检修门多大，能伸进去一只胳膊吗？'],
      ['hejiang', 50, '40×35，胳膊和过滤桶都过得去。'],
    ],
  },
  {
    category: 'business',
    name: '八人会议桌 走线槽款',
    company: '合江家具厂',
    description: [
      '2.4 米桌面分三段拼，每段不到一米，普通电梯进得去。中间一条走线槽，猪鬃毛刷封口，线从哪儿出来都不露缝。',
      '桌脚往里收 30 公分，八个人坐下不踢腿。走线槽里预留两个插座位，面板和线材由您的电工自配，尺寸图随货。',
      '胡桃木皮，桌面五遍清漆，水杯放一夜不留白圈。改成 3.0 米每张加 560，同一批开料。满 60 张开工。',
    ],
    shots: ['meetingTable walnut psd', 'meetingTable blue p'],
    price: 3680,
    unit: '张',
    quantity: 80,
    joined: 48,
    ends: 28,
    likes: 19,
    comments: [
      ['fangcun', 33, '26 个工位的会议室要两张，能一张 2.4 一张 3.0 吗？'],
      ['hejiang', 32, '可以，3.0 加 560，同批发。'],
      ['zoucao', 15, '毛刷是猪鬃的，问过了，下单。'],
    ],
  },
  {
    category: 'business',
    name: '弧面前台 实木格栅',
    company: '三榫制造',
    description: [
      '弧面三段拼，每段两米以内，进得了电梯，到场两个人两小时装好。格栅是 22×30 的实木条，一根一根可以单换。',
      '台面人造石，高低两层：外侧 1.1 米给来客签字，内侧 75 公分放电脑，键盘抽和走线孔都在里面。',
      '标准总长 3.6 米，也做 2.4 米两段，少一段便宜 1200。弧度按 1.8 米半径开模，其他弧度要另算。',
    ],
    shots: ['receptionDesk walnut psd', 'receptionDesk pine s'],
    price: 5200,
    unit: '组',
    quantity: 40,
    joined: 28,
    ends: 40,
    likes: 12,
    comments: [
      ['shuyuan', 96, '书店收银也能用吧？长 2.4 够了。'],
      ['sansun', 94, '可以做 2.4 两段，少一段便宜 1200。'],
    ],
  },
  {
    category: 'business',
    name: '铁木展架 五层带抽',
    company: '合江家具厂',
    description: [
      '钢立柱 900 间距，五块层板一个抽屉，随意换位，不用工具。每米承 40 公斤，压满三个月挠度在 1.2 毫米以内。',
      '立柱静电喷塑，板是 18 厚松木指接，四边倒圆，货从上面滑下来不挂口。抽屉最高装到 1.6 米，再高手够不着。',
      '一组宽 900、深 350、高 2000，几组连着放可以共用立柱，每接一组省一根。店铺开业等着用的，先到评论里问排产。',
    ],
    shots: ['displayShelf amber psd', 'displayShelf oak s'],
    price: 1150,
    unit: '组',
    quantity: 200,
    joined: 125,
    ends: 20,
    likes: 8,
    comments: [
      ['shuyuan', 58, '抽屉能装在最上面一层吗？'],
      ['hejiang', 56, '能，最高到 1.6 米，再高够不着。'],
    ],
  },
];
