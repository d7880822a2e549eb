import type { Shots } from '../../../seeding/demo/shots.ts';
import { day, type DemoDeal, type DemoTender, work } from './deal.ts';

/** What of a closed deal is its own; the rest is as usual. */
interface Closed extends Pick<DemoDeal, 'owner' | 'name' | 'budget' | 'ago' | 'details' | 'description'> {
  shots: readonly Shots[];
  /** the first is the one that was chosen */
  tenders: readonly [DemoTender, ...DemoTender[]];
  /** days that the work took */
  took: number;
  told: DemoDeal['told'];
}

const closed = (stage: string, { took, ...deal }: Closed): DemoDeal => ({
  ...deal,
  stage,
  category: 'maternal',
  deadline: 4 * day,
  steps: work(deal.tenders[0][0], 2 * day, took, 'done'),
});

/**
 * Single orders of maternal furniture that were done and paid out: with those of the lines, design, proofing and stock have as
 * many as figures take (`fewestSamples`), and the other stages do not, so that both can be seen. Pictures that others have too.
 */
export const closedDeals: readonly DemoDeal[] = [
  closed('design', {
    owner: 'heyuan',
    name: '待产包收纳柜',
    budget: 4200,
    ago: 92 * day,
    details: { scope: ['卧室'] },
    description: '月子房入口放得下一只待产包和两双鞋，门要单手能开，深度不超过 35。',
    shots: ['changingTable white p', 'designDrawing pine p'],
    tenders: [
      ['xiaohan', 14, 7, 3900, '出三个门板方案，尺寸按一只 28 寸箱子放。'],
      ['yunxiu', 30, 8, 4600],
    ],
    took: 8,
    told: ['三个开门方式都画了，等您选。', '选定下翻门，五金在对。', '图纸定稿，五金清单和开孔图附后。'],
  }),
  closed('design', {
    owner: 'jiumian',
    name: '阁楼儿童床',
    budget: 5000,
    ago: 66 * day,
    details: { scope: ['卧室'] },
    description: '层高只有两米一，床面压到 70，底下留抽屉。梯子要能收进去。',
    shots: ['crib oak sp', 'designDrawing pine p'],
    tenders: [
      ['banmu', 9, 10, 4800],
      ['shimu', 26, 12, 5100, '梯子做成抽拉的，另出一套安装图。'],
    ],
    took: 11,
    told: ['现场尺寸复核过，床面定在 68。', '抽屉和梯子的冲突解开了，图在改。', '第四版定稿，安装图一并交付。'],
  }),
  closed('proofing', {
    owner: 'heyuan',
    name: '待产包收纳柜',
    budget: 2600,
    ago: 78 * day,
    details: { types: ['其他'] },
    description: '按图打一件，下翻门开合两千次不松，门板背面贴毛毡。',
    shots: ['changingTable white sp', 'workshop oak p'],
    tenders: [
      ['qingzhuan', 11, 8, 2500],
      ['banpo', 20, 9, 2700],
    ],
    took: 8,
    told: ['白坯装好，下翻门阻尼偏紧。', '换了阻尼，开合两千次做完。', '样件贴好毛毡，开合记录附后。'],
  }),
  closed('proofing', {
    owner: 'jiumian',
    name: '阁楼儿童床',
    budget: 3300,
    ago: 52 * day,
    details: { types: ['床'] },
    description: '先打一张白坯来试层高，梯子抽拉要顺，护栏缝不大于 60 毫米。',
    shots: ['crib white pd', 'workshop oak s'],
    tenders: [['banpo', 8, 11, 3200, '白坯带到现场试，改完再上漆。']],
    took: 12,
    told: ['白坯运到现场试过，坐起来不碰头。', '梯子轨道改成双轨，抽拉顺了。', '护栏缝逐条量过，最大 56 毫米。'],
  }),
  closed('proofing', {
    owner: 'heyuan',
    name: '会所访客床',
    budget: 2900,
    ago: 40 * day,
    details: { types: ['床'] },
    description: '坐着是榻，拉开是床，家属自己能翻。面料可拆洗，打一件看机构。',
    shots: ['sofa white pd', 'workshop oak p'],
    tenders: [
      ['qingzhuan', 15, 9, 2800],
      ['banpo', 33, 10, 3000],
    ],
    took: 9,
    told: ['机构装好，空载翻转顺畅。', '一百公斤压着翻了三百次，滑轨没有变形。', '面料上好，拆洗拉链藏在背面。'],
  }),
  closed('stock', {
    owner: 'heyuan',
    name: '访客床框架料',
    budget: 15000,
    ago: 70 * day,
    details: { wood: '桦木', quantity: 2 },
    description: '桦木方料 40×60 两立方米，直纹，含水率 12 以内，逐捆贴单。',
    shots: ['planks oak s'],
    tenders: [
      ['beilin', 7, 6, 14400],
      ['lingxia', 22, 7, 15200],
    ],
    took: 6,
    told: ['备齐一半，含水率 11%。', '全部到库，在分捆贴单。', '两立方米送到，含水率最高 11.6%。'],
  }),
  closed('stock', {
    owner: 'jiumian',
    name: '阁楼床床板料',
    budget: 9000,
    ago: 48 * day,
    details: { wood: '松木', quantity: 2 },
    description: '松木床板条 15 厚，无死节，倒角。能切到 900 最好。',
    shots: ['planks blue s'],
    tenders: [['lingxia', 10, 5, 8700, '切好倒角送到，余料一起给。']],
    took: 5,
    told: ['选料，死节的挑出去了。', '切到 900，在倒角。', '床板条送到，按张捆好。'],
  }),
  closed('stock', {
    owner: 'heyuan',
    name: '收纳柜门板料',
    budget: 12000,
    ago: 38 * day,
    details: { wood: '橡木', quantity: 1 },
    description: '橡木拼板 18 厚，同批同色，门板用，翘曲不超过千分之二。',
    shots: ['planks amber s'],
    tenders: [
      ['gangqu', 12, 7, 11600],
      ['beilin', 25, 8, 12500],
    ],
    took: 7,
    told: ['拼板上胶，养生三天。', '砂光完，逐张量翘曲。', '一立方米送到，翘曲最大千分之一点五。'],
  }),
];
