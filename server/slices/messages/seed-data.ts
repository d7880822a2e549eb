/** What a demo conversation says: by whom, how many hours ago, the words. */
type Said = readonly [by: 'owner' | 'partner', ago: number, words: string];

interface DemoConversation {
  /** keys of the two */
  owner: string;
  partner: string;
  /** of the owner's demand */
  demand: string;
  said: readonly Said[];
  /** messages at the end that the owner has not read */
  unread: number;
}

export const demoConversations: readonly DemoConversation[] = [
  {
    owner: 'chen',
    partner: 'sansun',
    demand: '三层猫爬架（可拆洗）',
    said: [
      ['owner', 30, '您报的六天能看样，是白坯还是上完漆的？'],
      ['partner', 29.6, '六天看的是白坯。底盘有现成模具，60*50 正好，柱距可以拉到 42。'],
      ['partner', 29.5, '上漆再加四天。着急的话可以打 138 0000 0002，把图纸里的连接件定一下。'],
      ['owner', 27, '先按白坯走。绳套要能单独换，这一条别漏了。'],
      ['partner', 26.4, '明白，三根柱都做可换套筒。'],
    ],
    unread: 0,
  },
  {
    owner: 'chen',
    partner: 'sansun',
    demand: '儿童衣柜门板',
    said: [
      ['owner', 50, '门板的圆角按 R5 倒，和上次样板一样。'],
      ['partner', 49, '好的，砂光之后再给您看一张侧边的照片。'],
      ['partner', 3, '首批已经开完料，明天上午开始封边，周五前发第一批。'],
    ],
    unread: 1,
  },
];
