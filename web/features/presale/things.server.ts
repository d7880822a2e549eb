import type { Product, Thing } from 'schema-dts';
import { pictureAt } from '../../../contract/pictures.ts';
import type { Addresses } from '../../client/head-facts.ts';

/** A pre-sale product with what it costs and whether it can still be booked. */
export function presaleThings(product: {
  name: string;
  description: string;
  pictures: readonly string[];
  company: string;
  category: string;
  /** yuan with two decimals */
  price: string;
  /** pieces still to be had */
  left: number;
  /** seconds since 1970 */
  endsAt: number;
  now: number;
}): (at: Addresses) => Thing[] {
  return (at) => {
    const open = product.left > 0 && product.endsAt > product.now;
    const thing: Product = {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      image: product.pictures.map((picture) => at.file(pictureAt(picture, 1200))),
      brand: { '@type': 'Organization', name: product.company },
      category: product.category,
      offers: {
        '@type': 'Offer',
        url: at.self,
        price: product.price,
        priceCurrency: 'CNY',
        availability: open ? 'https://schema.org/PreSale' : 'https://schema.org/SoldOut',
        priceValidUntil: new Date(product.endsAt * 1000).toISOString().slice(0, 10),
        seller: { '@type': 'Organization', name: product.company },
      },
    };
    return [thing];
  };
}
