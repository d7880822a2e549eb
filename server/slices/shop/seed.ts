import { certificationStatus } from '../../../contract/statuses.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { daysBefore, type Seeding } from '../../seeding/seeding.ts';
import { demoProviders } from './seed-data.ts';
import { insertShops } from './store.ts';

/** Opens the demo providers' shops and certifies them. Gives the shops' ids by their keepers' keys. */
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
      },
    };
  });
  const certifications = demoProviders
    .filter((provider) => provider.certified)
    .map((provider) => ({
      id: newId(daysBefore(now, provider.joined - 1)),
      user_id: userId(provider.key),
      account_type: provider.accountType,
      stage_key: provider.accountType === 2 ? (provider.stages[0] ?? null) : null,
      name: provider.shopName,
      province_code: provider.region[0],
      city_code: provider.region[1],
      status: certificationStatus.passed,
      created_at: daysBefore(now, provider.joined - 1),
      decided_at: daysBefore(now, provider.joined - 3),
    }));
  await inTransaction(services.db, async (tx) => {
    await insertShops(
      tx,
      shops.map(({ row }) => row),
    );
    await tx.insertInto('certifications').values(certifications).execute();
  });
  return new Map(shops.map(({ key, row }) => [key, row.id]));
}
