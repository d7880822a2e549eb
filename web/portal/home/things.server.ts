import type { Organization, Thing, WebSite } from 'schema-dts';
import type { SiteFacts } from '../../../contract/page.ts';
import type { Addresses } from '../../client/head-facts.ts';

/** Who runs the portal, and how it is searched. */
export function homeThings(site: SiteFacts): (at: Addresses) => Thing[] {
  return (at) => {
    const firm: Organization = {
      '@type': 'Organization',
      '@id': `${at.self}#firm`,
      name: site.name,
      url: at.self,
      logo: at.page('/icon-512.png'),
      ...(site.phone
        ? {
            contactPoint: {
              '@type': 'ContactPoint',
              contactType: 'customer service',
              telephone: site.phone,
              areaServed: 'CN',
              availableLanguage: 'zh-CN',
            },
          }
        : {}),
    };
    const search = {
      '@type': 'SearchAction',
      target: `${at.page('/search')}?q={words}`,
      'query-input': 'required name=words',
    };
    const portal: WebSite = {
      '@type': 'WebSite',
      name: site.name,
      url: at.self,
      inLanguage: 'zh-CN',
      publisher: { '@id': `${at.self}#firm` },
      // The types know no `query-input`, which search engines ask for.
      potentialAction: search as WebSite['potentialAction'],
    };
    return [firm, portal];
  };
}
