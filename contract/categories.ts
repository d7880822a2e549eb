/** The three kinds of furniture, with the two number columns that the wire knows them by (rulings §1). */
export const categories = [
  { key: 'maternal', name: '母婴', topicType: 2, presellType: 1, blurb: '圆角、水性漆、可调高度' },
  { key: 'pet', name: '宠物', topicType: 4, presellType: 2, blurb: '耐抓、可拆洗、稳得住' },
  { key: 'business', name: '商用', topicType: 3, presellType: 3, blurb: '成套交付、可改尺寸' },
] as const;

export type Category = (typeof categories)[number];
export type CategoryKey = Category['key'];

export const categoryKeys = categories.map((category) => category.key) as [CategoryKey, ...CategoryKey[]];

export function findCategory(key: string): Category | undefined {
  return categories.find((category) => category.key === key);
}
