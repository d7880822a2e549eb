import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { daysBefore, type Seeding } from '../../seeding/seeding.ts';
import { demoProviders } from './seed-data.ts';
import { insertShops } from './store.ts';

/** Opens the demo providers' shops. Gives the shops' ids by their keepers' keys. */
export async function seedShops({ services, now, userId }: Seeding): Promise<Map<string, string>> {
  const shops = demoProviders.map((provider) => {
    const [deal_count, score_count, score_total, favourable_count] = provider.record;
    const opened = daysBefore(now, provider.joined - 1);
    return {
      key: provider.key,
      row: {
        id: newId(opened),
        user_id: userId(provider.key),
        shop_name: provider.shopName,
        introduction: provider.introduction,
        province_code: provider.region[0],
        city_code: provider.region[1],
        stage_keys: [...provider.stages],
        lat: provider.point[0],
        lng: provider.point[1],
        deal_count,
        score_count,
        score_total,
        favourable_count,
        created_at: opened,
        shown_at: opened,
      },
    };
  });
  await inTransaction(services.db, async (tx) => {
    await insertShops(
      tx,
      shops.map(({ row }) => row),
    );
  });
  return new Map(shops.map(({ key, row }) => [key, row.id]));
}
