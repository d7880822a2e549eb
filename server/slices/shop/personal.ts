import { regionPath } from '../../../contract/regions.ts';
import { shopTag } from '../../../contract/shop.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { closedName } from '../accounts/standing.ts';
import { bringCasesBack, caseLeaf, takeCasesDown } from '../cases/personal.ts';
import { count } from '../figures/keep.ts';
import type { Leaving, PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { markUnused } from '../uploads/use.ts';
import { changeShop } from './change.ts';
import { shopChanged } from './events.ts';
import type { ShopRow } from './tables.ts';

/** The shop, and with it the cases that it shows. */
export const shopPart: PersonalPart = {
  name: 'shop',
  collect: async (services, userId) => {
    const { db, stages } = services;
    const shop = await db.selectFrom('shops').selectAll().where('user_id', '=', userId).executeTakeFirst();
    if (!shop) return [];
    const json = {
      店铺名称: shop.shop_name,
      介绍: shop.introduction,
      地区: regionPath([shop.province_code ?? '', shop.city_code ?? '']),
      服务环节: stages.filter(({ key }) => shop.stage_keys.includes(key)).map(({ name }) => name),
      成交单数: shop.deal_count,
      评价人数: shop.score_count,
      开店时间: timeOf(shop.created_at),
    };
    return [{ path: '店铺/店铺.json', about: '店铺资料', content: { json } }, await caseLeaf(services, shop.id)];
  },
  hide: close,
  show: async (tx, services, { userId, askedAt, now }) => {
    const shop = await lockShop(tx, userId);
    if (!shop?.closed_at) return;
    await tx.updateTable('shops').set({ closed_at: null }).where('id', '=', shop.id).execute();
    await bringCasesBack(tx, services, shop.id, { askedAt, now });
    await tell(tx, services, shop, 1);
  },
  erase: async (tx, services, leaving) => {
    await close(tx, services, leaving);
    const shop = await lockShop(tx, leaving.userId);
    if (!shop) return;
    await changeShop(tx, services, shop.id, {
      shop_name: closedName,
      introduction: '',
      avatar_url: '',
      province_code: null,
      city_code: null,
      stage_keys: [],
    });
    if (shop.avatar_url) await markUnused(tx, [shop.avatar_url]);
  },
};

const lockShop = (tx: Tx, userId: string) =>
  tx.selectFrom('shops').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

/** Nobody sees the shop or a case of it any more: not on its page, in a list, or in what is found. */
async function close(tx: Tx, services: Services, { userId, askedAt }: Leaving): Promise<void> {
  const shop = await lockShop(tx, userId);
  if (!shop || shop.closed_at) return;
  await tx.updateTable('shops').set({ closed_at: askedAt }).where('id', '=', shop.id).execute();
  await takeCasesDown(tx, services, shop.id, askedAt);
  await tell(tx, services, shop, -1);
}

async function tell(tx: Tx, { outbox, bus }: Services, { id, shown_at }: ShopRow, by: 1 | -1): Promise<void> {
  await outbox.emit(tx, shopChanged, { shopId: id });
  onCommit(tx, () => bus.publish({ tags: [shopTag(id)] }));
  if (shown_at !== null) await count(tx, 'providers', by);
}
