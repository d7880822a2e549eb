/** The two tiles of the chain that are no stages (specification §1). */
export const extraTiles = [
  { key: 'implement', name: '开放平台', blurb: '接口与数据' },
  { key: 'origin', name: '溯源', blurb: '扫码看来历' },
] as const;

export type ExtraTile = (typeof extraTiles)[number];
