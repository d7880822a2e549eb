import type { LocalBusiness, Thing } from 'schema-dts';
import { pictureAt } from '../../../contract/pictures.ts';
import type { Addresses } from '../../client/head-facts.ts';

/** A provider's shop. */
export function shopThings(shop: {
  name: string;
  introduction: string;
  region: string;
  /** names of the stages it serves */
  serves: readonly string[];
  image: string | undefined;
}): (at: Addresses) => Thing[] {
  return (at) => {
    const business: LocalBusiness = {
      '@type': 'LocalBusiness',
      '@id': at.self,
      name: shop.name,
      url: at.self,
      ...(shop.introduction ? { description: shop.introduction } : {}),
      ...(shop.image ? { image: at.file(pictureAt(shop.image, 1200)) } : {}),
      address: {
        '@type': 'PostalAddress',
        addressCountry: 'CN',
        ...(shop.region ? { addressRegion: shop.region } : {}),
      },
      knowsAbout: [...shop.serves],
    };
    return [business];
  };
}
