import { Refusal } from '../../../contract/errors.ts';
import { defaultShopName, getMyShop, getShopInfo, type OwnShop, saveMyShop } from '../../../contract/shop.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { presentShop } from '../cases/present.ts';
import { ownCounts } from '../cases/own/queries.ts';
import { shopCaseCounts } from '../cases/queries.ts';
import { certifiedAmong } from '../certification/queries.ts';
import { nameShop } from './own.ts';
import { shopCards, shopsOfUsers } from './queries.ts';

/** The calls about providers' shops, everybody's and their keepers'; their cases are the cases slice's. */
export const shopCalls: AnyImplementation[] = [
  implement(getShopInfo, async ({ id }, { db, stages }) => {
    const [shops, counts] = await Promise.all([shopCards(db, [id]), shopCaseCounts(db, id)]);
    const shop = shops.get(id);
    if (!shop) throw new Refusal('not_found', '店铺不存在');
    const kept = stages
      .map(({ number, key, name }) => {
        const served = shop.stageKeys.includes(key);
        return { type: number, key, name, served, count: counts.get(key) ?? 0 };
      })
      .filter(({ served, count }) => served || count > 0);
    return { data: { ...presentShop(shop), create_time: seconds(shop.openedAt), stages: kept } };
  }),
  implement(getMyShop, async (_input, context) => ({ data: await ownShop(context) })),
  implement(
    saveMyShop,
    async (input, context) => {
      await nameShop(context, input);
      return { data: await ownShop(context) };
    },
    { limit: { max: 30, per: 600 } },
  ),
];

/** Who keeps none yet sees the one that a first case would open. */
async function ownShop({ db, caller, stages }: SignedInContext): Promise<OwnShop> {
  const { userId } = caller;
  const shop = (await shopsOfUsers(db, [userId])).get(userId);
  if (!shop)
    return {
      id: '',
      user_id: userId,
      shop_name: defaultShopName,
      introduction: '',
      region: '',
      avatar_url: '',
      stages: '',
      certified: (await certifiedAmong(db, [userId])).has(userId),
      score: 0,
      deal_num: 0,
      favourable: 0,
      counts: [],
    };
  const numberOf = (key: string) => stages.find((stage) => stage.key === key)?.number;
  const counts = await ownCounts(db, shop.id);
  return {
    id: shop.id,
    user_id: userId,
    // As its keeper wrote it: a number in it is masked for others only.
    shop_name: shop.ownName,
    introduction: shop.introduction,
    region: shop.provinceCode && shop.cityCode ? `${shop.provinceCode},${shop.cityCode}` : '',
    avatar_url: shop.ownPicture,
    stages: joinList(shop.stageKeys.flatMap((key) => String(numberOf(key) ?? '') || [])),
    certified: shop.certified,
    score: shop.score,
    deal_num: shop.dealCount,
    favourable: shop.favourable,
    counts: counts.flatMap(({ stageKey, face, count }) => {
      const type = numberOf(stageKey);
      return type === undefined ? [] : [{ type, status: face, count }];
    }),
  };
}
