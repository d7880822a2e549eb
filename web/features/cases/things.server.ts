import type { AggregateRating, Organization, Thing } from 'schema-dts';
import type { Addresses } from '../../client/head-facts.ts';
import { pictureAt } from '../../../contract/pictures.ts';

/** What search engines are told of a case: a work of the shop's, rated by those who ordered after it, once somebody did. */
export function caseThings(
  item: { name: string; idea: string; pictures: readonly string[] },
  more: {
    description: string;
    category: string;
    stage: string;
    publishedAt: number;
    shop: { id: string; name: string; region: string };
    /** percent of the appraisals that praise, and how many there are */
    praise?: { rate: number; count: number };
  },
): (at: Addresses) => Thing[] {
  return (at) => {
    const maker: Organization = {
      '@type': 'Organization',
      name: more.shop.name,
      ...(more.shop.region ? { address: more.shop.region } : {}),
    };
    const about = {
      name: item.name,
      description: more.description,
      url: at.self,
      image: item.pictures.slice(0, 6).map((picture) => at.file(pictureAt(picture, 1200))),
      keywords: [more.category, more.stage].join(','),
    };
    // Without a rating a product has neither price nor opinion to show, which search engines take for a fault.
    if (!more.praise?.count)
      return [
        {
          '@type': 'CreativeWork',
          ...about,
          creator: maker,
          datePublished: new Date(more.publishedAt * 1000).toISOString(),
          inLanguage: 'zh-CN',
        },
      ];
    return [
      { '@type': 'Product', ...about, category: more.category, brand: maker, aggregateRating: rating(more.praise) },
    ];
  };
}

function rating({ rate, count }: { rate: number; count: number }): AggregateRating {
  return { '@type': 'AggregateRating', ratingValue: rate, bestRating: 100, worstRating: 0, ratingCount: count };
}
