import { Refusal } from '../../../contract/errors.ts';
import { getShopInfo } from '../../../contract/shop.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { presentShop } from '../cases/present.ts';
import { shopCaseCounts } from '../cases/queries.ts';
import { shopCards } from './queries.ts';

/** The public calls about providers' shops; their cases are the cases slice's. */
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
];
