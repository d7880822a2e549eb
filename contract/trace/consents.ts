// What people may agree to have shown. No zod here: the page that asks them reads it.

/** What of one's own may be shown to who has the code of a product that one had a part in. */
export const consents = {
  name: { name: '署名', about: '您做的环节写上店名（没有店铺就是昵称）和认证标记，并链接到店铺' },
  words: { name: '进度说明和照片', about: '您汇报进度时写的话和照片' },
  product: { name: '产品名称', about: '您发布需求的产品，在溯源页上写出它的名称' },
} as const;
export type ConsentName = keyof typeof consents;
export const consentNames = Object.keys(consents) as [ConsentName, ...ConsentName[]];
