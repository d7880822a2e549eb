import type { CategoryKey } from '../../../contract/categories.ts';
import type { Shots } from '../../seeding/demo/shots.ts';

export interface DemoTopic {
  by: string;
  category: CategoryKey;
  title: string;
  content: string;
  shots: readonly Shots[];
  /** hours ago */
  ago: number;
  reads: number;
  /** how many of the demo's people like it */
  likes: number;
  pinned?: true;
  /** hours after the topic */
  comments?: readonly (readonly [who: string, after: number, text: string])[];
}

export const demoTopics: readonly DemoTopic[] = [
  {
    by: 'laohe',
    category: 'maternal',
    title: '第四次改护栏间距，终于卡在 58 毫米',
    content:
      '国标写 45 到 65，做到 60 以上孩子的脚踝能伸出来，做到 50 又显得密。最后用 58，配 22 的圆杆，站远看正好。\n改一次要重钻两根横档，前三次的料都拿去做小凳了。',
    shots: ['crib white pds', 'workshop oak d'],
    ago: 0.4,
    reads: 2384,
    likes: 21,
    comments: [
      ['yuanjiao', 0.1, '22 的杆 58 的距，算下来 1.2 米的床一面 15 根，正好不用裁边。'],
      ['wuhou', 0.15, '谢谢老师傅，我家那张 63 的，孩子真卡过脚。'],
      ['sansun', 0.2, '我们产线也按 58 排了，钻孔模具可以借你用。'],
    ],
  },
  {
    by: 'jianma',
    category: 'pet',
    title: '柱子缠绳用 8 毫米还是 10 毫米？拆了三根旧柱子给你们看',
    content:
      '同一只猫，同样抓了四个月。8 毫米的断了十一处，10 毫米的只起毛。但 10 毫米缠到顶会多出一圈，顶板要让 4 毫米。\n胶别满涂，头尾各涂十公分就行，换的时候好拆。',
    shots: ['catTree amber pd', 'catTree pine d'],
    ago: 1.2,
    reads: 10600,
    likes: 26,
    pinned: true,
    comments: [
      ['azi', 0.3, '三只猫的家庭作证，8 毫米撑不过半年。'],
      ['muqiao', 0.5, '我们出厂就是 10 的，顶板让 4，跟你测的一样。'],
      ['maowu', 0.8, '退货里因为绳断的占一半，这帖该给采购看。'],
      ['luban', 1, '12 的有人试过吗？'],
    ],
  },
  {
    by: 'wuhou',
    category: 'maternal',
    title: '沙发坐深 52 和 58，抱着孩子差在哪',
    content:
      '坐深 58 的要塞腰枕，52 的脚刚好踩实。给正在选样的人一个参考。\n扶手高度也量了，24 最省力，28 手肘会耸着。',
    shots: ['sofa white spd'],
    ago: 49,
    reads: 3380,
    likes: 14,
    comments: [
      ['heyuan', 3, '我们会所 40 张就是按 52 定的，产妇反馈好多了。'],
      ['qingchuan', 20, '坐垫硬度也要跟着改，52 的别用太软的。'],
    ],
  },
  {
    by: 'lingnan',
    category: 'business',
    title: '十二月橡木的到货价，先报给等着备料的各位',
    content:
      '含水率 10 到 12，四面见光，2.2 米以上的长料这个月不多。要做会议桌面的尽早定，做书架的可以等下一车。\n26 厚的板 6950 一方，50 方料 7150，南康自提。',
    shots: ['planks amber sd'],
    ago: 3.1,
    reads: 5620,
    likes: 17,
    comments: [
      ['hejiang', 0.6, '2.4 的给我留 3 方，明天打款。'],
      ['maoyan', 1.2, '含水率能不能逐捆贴？上回拿的一捆 14。'],
      ['lingnan', 1.4, '这一车全贴了，贴单和捆号拍照给你。'],
    ],
  },
  {
    by: 'yuanjiao',
    category: 'maternal',
    title: '换尿布台的台面高度，我量了十七位妈妈的手肘',
    content:
      '身高 155 到 172，最省腰的台面高是 88 到 92 厘米。多数成品做 80，是照着收纳柜的模数来的，不是照着人来的。\n表格贴在第二张图，身高每加 5 公分，台面加 1.2。',
    shots: ['changingTable pine pd', 'designDrawing pine d'],
    ago: 26,
    reads: 8931,
    likes: 23,
    pinned: true,
    comments: [
      ['banpo', 2, '我们打样从 86 改到 90 就是照这个数走的。'],
      ['hutao', 5, '一米五八，80 的台面弯了一年腰，现在腰椎还疼。'],
      ['xiaohan', 9, '已经把图上的 85 改成 90 了，谢谢。'],
    ],
  },
  {
    by: 'xiaolai',
    category: 'business',
    title: '水性漆冬天不干，烘房开几度',
    content:
      '南方十二月室外 8 度，湿度 80。42 度六小时表干了底没干，一打磨就粘砂纸。后来开到 46，前两小时先除湿，一次过。\n北方的同行是不是不用除湿？',
    shots: ['sprayBooth pine sd'],
    ago: 70,
    reads: 12040,
    likes: 19,
    comments: [
      ['qingri', 4, '46 没问题，再高松木要冒油。'],
      ['nanxi', 7, '除湿机放进风口，别放回风口，差两小时。'],
      ['beilin', 30, '北方烧暖气，湿度 30，反而要加湿，不然开裂。'],
    ],
  },
  {
    by: 'maoyan',
    category: 'business',
    title: '样品费该不该抵扣首批货款',
    content: '打样一次 2800，后面批量 200 张，客户要求全抵。我说抵一半，谈崩了。想听听大家怎么写合同。',
    shots: ['workshop walnut p'],
    ago: 95,
    reads: 9640,
    likes: 15,
    comments: [
      ['qingzhuan', 6, '我们写“首批满 100 件抵 50%，满 300 全抵”，没再吵过。'],
      ['fangcun', 8, '采购视角：写进合同就行，最怕口头说的。'],
      ['laohe', 12, '样品是手艺钱，不抵。'],
      ['gangqu', 40, '来我们这里拿料，样品全免，加我私聊发价目表，比南康市场价低两成。'],
    ],
  },
  {
    by: 'azi',
    category: 'pet',
    title: '猫爬架配重，铸铁还是水泥',
    content:
      '铸铁片 7 公斤 68 块，水泥块同重 9 块，但水泥掉渣。试了把水泥块封进多层板夹层里，不掉渣也不锈，就是换底盘要连着换。',
    shots: ['catTree coral p', 'catTree pine s'],
    ago: 118,
    reads: 7218,
    likes: 12,
    comments: [['banmu', 10, '柱距拉到 42 就不用配重了，省的是运费。']],
  },
  {
    by: 'laozeng',
    category: 'business',
    title: '散件装车，一方能省多少钱',
    content:
      '整装 28 立方只装得下 46 张床，拆平了装 112 张。运费没变，一张省 61 块，多出来的是到店安装费 35。\n门店没有师傅的别拆平，算总账。',
    shots: ['truck amber sp'],
    ago: 140,
    reads: 6033,
    likes: 11,
    comments: [
      ['shili', 5, '拆平以后边角破损率从 2.1% 降到 0.4%，这笔也该算进去。'],
      ['xiaoman', 26, '我们 31 家店只有 9 家能自己装。'],
    ],
  },
  {
    by: 'zoucao',
    category: 'business',
    title: '会议桌走线槽的三种封边',
    content:
      '铝型材最利落，磕一下就是一个坑。ABS 便宜，三年发黄。实木条要多一道倒圆，但坏了能单换。\n毛刷一定要买猪鬃的，尼龙一年就卷。',
    shots: ['meetingTable blue dp'],
    ago: 166,
    reads: 4471,
    likes: 9,
    comments: [['shimu', 4, '图纸里已经改成实木条加猪鬃刷。']],
  },
  {
    by: 'sansun',
    category: 'maternal',
    title: '一张板出六片侧板，余料率 11.4%',
    content:
      '榉木 22 厚整板，排版软件给的是 14.8%，手工挪了两片把三角余料让给床腿，压到 11.4。\n拍了开料的全过程，二号车间每周三下午可以来看。',
    shots: ['cncRouter pine s', 'planks amber d'],
    ago: 190,
    reads: 5208,
    likes: 13,
    comments: [
      ['muqiao', 3, '三角料我们拿去做护栏端头的塞块，一点不剩。'],
      ['aqiang', 8, '排版软件不认木纹方向，这个坑踩过。'],
    ],
  },
  {
    by: 'hutao',
    category: 'maternal',
    title: '孙子两岁半，绘本架放得住他吗',
    content: '他喜欢拽着爬。商家说有防倒绳，墙是空心砖，膨胀螺丝打不牢。有没有不上墙也稳的做法？',
    shots: ['toddlerBookshelf oak p'],
    ago: 212,
    reads: 1876,
    likes: 6,
    comments: [
      ['banmu', 5, '底层放重的，最下面一格装满绘本有 20 公斤，重心就下来了。空心砖用蝶形锚栓，别用膨胀螺丝。'],
      ['yuanjiao', 9, '架子深 30 以上、高不过 90 的，他拽不动。'],
    ],
  },
  {
    by: 'muer',
    category: 'pet',
    title: '店里的狗屋三个月就掉漆，是木头的事还是漆的事',
    content: '室外屋檐下，樟子松，商家说刷了两遍水性漆。掉的都是端头。想换之前先弄明白。',
    shots: ['dogHouse amber pd'],
    ago: 236,
    reads: 2740,
    likes: 8,
    comments: [
      ['nanxi', 6, '端头吸水是面的十倍，要单独封三遍。户外别用漆，用油，掉了补就行。'],
      ['beilin', 22, '看看是不是没做防腐，端头发灰就是。'],
    ],
  },
  {
    by: 'fangcun',
    category: 'business',
    title: '采购了 26 个工位，把验收清单贴出来',
    content:
      '一共十一条：桌面四角高差不超 2 毫米，抽屉满拉不下垂，走线孔倒圆，脚垫齐，钢架喷粉划格不掉……\n按清单验退了 3 位，厂家没话说。',
    shots: ['officeDesk blue ps'],
    ago: 260,
    reads: 4102,
    likes: 16,
    comments: [
      ['hejiang', 7, '就是我们厂，退的 3 位是脚垫漏装，后来每箱加了一道称重。'],
      ['shuyuan', 15, '清单能直接用，谢谢。'],
    ],
  },
  {
    by: 'qingri',
    category: 'maternal',
    title: '色板存一年有什么用，说一件上个月的事',
    content:
      '客户补 40 张床，隔了七个月，新批次偏黄。拿出当时留的色板比，是底材换了树种，不是漆的问题。没有那块板，这锅就是我们背。',
    shots: ['sprayBooth pine pd', 'crib coral d'],
    ago: 285,
    reads: 3315,
    likes: 10,
    comments: [['sansun', 3, '是我们换的榉木，认。下次先寄小样给你调。']],
  },
  {
    by: 'shuyuan',
    category: 'business',
    title: '120 平的书店，展架怎么摆才不挡光',
    content: '临街两面窗，书架高过 1.5 米里面就暗。现在想中间用 1.2 的双面架，靠墙用到顶。有做过的吗？',
    shots: ['displayShelf oak ps'],
    ago: 309,
    reads: 1530,
    likes: 5,
    comments: [
      ['shimu', 8, '双面架背板换成冲孔板，能透一半光。过道留 1.1 米，推婴儿车能过。'],
      ['guicang', 20, '广州样板间就是这么摆的，来看看。'],
    ],
  },
  {
    by: 'muqiao',
    category: 'pet',
    title: '给猫做家具，倒角 R3 和 R6 的区别',
    content: 'R3 摸着不割手，但猫蹭久了毛会被夹断。R6 蹭三个月看不出来。成本一米差一毛二，我们全线换成 R6 了。',
    shots: ['workshop blue d', 'catTree amber s'],
    ago: 334,
    reads: 3890,
    likes: 13,
    comments: [['jianma', 5, '这种细节一般没人写出来，收藏了。']],
  },
  {
    by: 'aqiang',
    category: 'business',
    title: '五轴机开料，吸盘漏气找了两天',
    content: '真空表上 0.08，开到第三刀板子就走位。最后是台面一块密封条被木屑顶起来半毫米。写下来给后面的人省两天。',
    shots: ['cncRouter walnut sd'],
    ago: 360,
    reads: 2155,
    likes: 7,
    comments: [['maoyan', 11, '每天下班吹一遍台面，比什么都管用。']],
  },
  {
    by: 'xiaoman',
    category: 'maternal',
    title: '门店卖得最好的三款婴儿床，数据给厂家',
    content:
      '31 家店三个月：能并床的占 62%，带储物抽屉的 21%，只是好看的 17%。退货里七成是尺寸买错，吊牌上该印床垫尺寸。',
    shots: ['crib oak s', 'crib coral p', 'crib white p'],
    ago: 388,
    reads: 6744,
    likes: 18,
    comments: [
      ['yunxiu', 4, '床垫尺寸已经加到吊牌模板里，下一批就印。'],
      ['sansun', 6, '储物抽屉那款我们排到一月。'],
    ],
  },
  {
    by: 'jiumian',
    category: 'pet',
    title: '租房能装的猫跳台，有没有不打孔的',
    content: '房东不让动墙。窗台是石材的，深 22。夹持式的怕夹裂，吸盘的怕掉。两只猫，大的 5 公斤。',
    shots: ['catTree coral s'],
    ago: 415,
    reads: 1688,
    likes: 4,
    comments: [
      ['banmu', 6, '石材台用夹持臂加 3 毫米硅胶垫，拧到不晃就停，我画的那款承 12 公斤。'],
      ['azi', 12, '吸盘别买，夏天掉过一次。'],
    ],
  },
  {
    by: 'lingxia',
    category: 'maternal',
    title: '榉木怎么看含水率，教你们不用仪器',
    content:
      '称重法：截一小块称，烘到不掉重再称，差值除以干重。厨房秤就够，烤箱 103 度。测三块取中间的。\n贴单上的数可以自己验，验出来不对来找我。',
    shots: ['planks oak sd', 'planks amber d'],
    ago: 444,
    reads: 4977,
    likes: 15,
    comments: [['maoyan', 9, '照着做了，11.3，贴单写 11.2。服。']],
  },
  {
    by: 'qixiao',
    category: 'business',
    title: '八间客房的床，睡了一年回来说说',
    content: '胡桃色的橡木床架，走廊里能听见隔壁翻身的那种响，一年没有。唯一的毛病是床头板擦痕，客人行李箱蹭的。',
    shots: ['bed walnut sp', 'bedsideTable pine p'],
    ago: 470,
    reads: 2260,
    likes: 9,
    comments: [
      ['muqiao', 5, '响是横档和侧板之间少了尼龙垫，我们装的时候加了。'],
      ['yunxiu', 13, '下一版床头板下缘包一条 8 公分的皮，防蹭。'],
    ],
  },
  {
    by: 'yuegan',
    category: 'maternal',
    title: '样品寄坏了谁赔，我们是这么写运单的',
    content: '收货拍六面，开箱拍一面，磕角按样品价赔，不按件数赔。写明白以后，一年只吵过一次。',
    shots: ['truck amber p', 'crib white s'],
    ago: 512,
    reads: 1422,
    likes: 6,
    comments: [['banpo', 7, '我们寄样只走你家，就是因为这条。']],
  },
  {
    by: 'maowu',
    category: 'pet',
    title: '成都三家店试卖两周，喂食柜的反馈',
    content: '卖了 17 台。最多的一句话是“碗再高 5 公分就好了”，问的都是养边牧和德牧的。粮桶密封没人说不好。',
    shots: ['petFeeder oak sp'],
    ago: 548,
    reads: 1975,
    likes: 7,
    comments: [['banmu', 10, '大型犬版本碗口加到 38，图周五给你。']],
  },
  {
    by: 'luban',
    category: 'business',
    title: '刚入行三个月，问一个前台格栅的问题',
    content: '弧面的格栅条是先喷再上还是上完再喷？师傅说先喷，老板说后喷省事。做出来夹缝里有漆瘤，不知道怎么办。',
    shots: ['receptionDesk pine ds'],
    ago: 590,
    reads: 1310,
    likes: 3,
    comments: [
      ['qingri', 4, '先喷。上条的时候接缝补一遍色就行，夹缝里喷不干净的。'],
      ['sansun', 18, '先喷，弧面用弹性胶，别用白乳胶，会崩。'],
    ],
  },
];
