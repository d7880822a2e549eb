import type { CallParsed } from '../../../contract/call.ts';
import { invalid } from '../../../contract/errors.ts';
import { isRegionPair } from '../../../contract/regions.ts';
import { defaultShopName, type saveMyShop } from '../../../contract/shop.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { maskContacts } from '../../contacts/mask-contacts.ts';
import { refuseName } from '../../public-names.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { markUsed } from '../uploads/use.ts';
import { changeShop } from './change.ts';
import { insertShops, showShop } from './store.ts';

/** The shop of this user, opened under the default name when there is none yet. */
export async function ensureShop(tx: Tx, { now }: Pick<SignedInContext, 'now'>, userId: string): Promise<string> {
  const found = () => tx.selectFrom('shops').select('id').where('user_id', '=', userId).executeTakeFirst();
  const before = await found();
  if (before) return before.id;
  const id = newId(now);
  const opened = await insertShops(tx, [{ id, user_id: userId, shop_name: defaultShopName, created_at: now }]);
  // Two forms at once: the other has opened it.
  return opened > 0 ? id : ((await found())?.id ?? id);
}

/** Names one's own shop, and opens it where there is none. What everybody reads at once must pass the word list. */
export async function nameShop(context: SignedInContext, input: CallParsed<typeof saveMyShop>): Promise<string> {
  const { caller, moderation, stages, now } = context;
  const shop_name = input.shop_name || defaultShopName;
  await refuseName(moderation, 'shop_name', '店铺名称', shop_name);
  const { clean } = await moderation.check([input.introduction]);
  if (!clean) throw invalid('introduction', '店铺简介含有不宜公开的内容，请修改');
  if (maskContacts(input.introduction).masked)
    throw invalid('introduction', '店铺简介不能含有电话、微信等联系方式，接单之后可以在对话里告诉对方');
  const [province = null, city = null] = input.region?.split(',') ?? [];
  if (province !== null && !isRegionPair(province, city ?? '')) throw invalid('region', '所在地不在可选范围内');
  const numbers = new Set(input.stages?.split(',').map(Number));
  if ([...numbers].some((number) => stages.every((stage) => stage.number !== number)))
    throw invalid('stages', '承接环节不在可选范围内');
  return inTransaction(context.db, async (tx) => {
    const id = await ensureShop(tx, context, caller.userId);
    if (input.avatar_url) await markUsed(tx, [input.avatar_url], { kind: 'image', now, field: 'avatar_url' });
    await changeShop(tx, context, id, {
      shop_name,
      introduction: input.introduction,
      province_code: province,
      city_code: city,
      stage_keys: stages.filter(({ number }) => numbers.has(number)).map(({ key }) => key),
      avatar_url: input.avatar_url ?? '',
    });
    await showShop(tx, id, context.now);
    return id;
  });
}
