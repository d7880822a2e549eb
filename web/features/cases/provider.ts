import type { CaseShop } from '../../../contract/cases.ts';
import type { ProviderFacts } from './provider-card.tsx';

/** A shop as pages show it. */
export function providerFacts(shop: CaseShop): ProviderFacts {
  const { id, introduction, region, certified, score, favourable } = shop;
  return {
    id,
    name: shop.shop_name,
    avatar: shop.avatar_url,
    certified,
    region,
    introduction,
    score,
    deals: shop.deal_num,
    favourable,
  };
}
