/** The people of the demo data. Every name, number and firm is invented. */

export interface DemoPerson {
  /** what the other demo files call them */
  key: string;
  mobile: string;
  accountType: 1 | 2;
  /** null: shown by the masked number */
  nickName: string | null;
  /** joined so many days ago */
  joined: number;
}

/** Who publishes demands. The first is the buyer that `npm start` prints. */
export const buyers: readonly DemoPerson[] = [
  { key: 'chen', mobile: '13800000001', accountType: 1, nickName: null, joined: 412 },
  { key: 'heyuan', mobile: '13800000011', accountType: 2, nickName: '禾园月子中心', joined: 380 },
  { key: 'muer', mobile: '13800000012', accountType: 2, nickName: '木耳宠物生活', joined: 351 },
  { key: 'fangcun', mobile: '13800000013', accountType: 2, nickName: '方寸办公采购', joined: 338 },
  { key: 'jiumian', mobile: '13800000014', accountType: 1, nickName: '旧棉布', joined: 290 },
  { key: 'qixiao', mobile: '13800000015', accountType: 2, nickName: '栖小院民宿', joined: 266 },
];

/** Who writes topics and comments and neither buys nor sells here. */
export const talkers: readonly DemoPerson[] = [
  { key: 'laohe', mobile: '13800000031', accountType: 1, nickName: '打样间的老禾', joined: 401 },
  { key: 'jianma', mobile: '13800000032', accountType: 1, nickName: '剑麻不掉毛', joined: 377 },
  { key: 'wuhou', mobile: '13800000033', accountType: 1, nickName: '午后喂奶时间', joined: 300 },
  { key: 'lingnan', mobile: '13800000034', accountType: 1, nickName: '岭南收料人', joined: 395 },
  { key: 'yuanjiao', mobile: '13800000035', accountType: 1, nickName: '圆角研究生', joined: 214 },
  { key: 'aqiang', mobile: '13800000036', accountType: 1, nickName: '三号车间阿强', joined: 188 },
  { key: 'zoucao', mobile: '13800000037', accountType: 1, nickName: '走线槽', joined: 243 },
  { key: 'hutao', mobile: '13800000038', accountType: 1, nickName: '胡桃阿姨', joined: 167 },
  { key: 'maoyan', mobile: '13800000039', accountType: 1, nickName: '卯眼', joined: 320 },
  { key: 'laozeng', mobile: '13800000040', accountType: 1, nickName: '拼车的老曾', joined: 276 },
  { key: 'xiaolai', mobile: '13800000041', accountType: 1, nickName: '漆房小赖', joined: 259 },
  { key: 'azi', mobile: '13800000042', accountType: 1, nickName: '三只猫的阿紫', joined: 133 },
  { key: 'luban', mobile: '13800000043', accountType: 1, nickName: null, joined: 98 },
  { key: 'shuyuan', mobile: '13800000044', accountType: 1, nickName: '书院街店长', joined: 121 },
];
