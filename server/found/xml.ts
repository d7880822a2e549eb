const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string);

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap that names others. */
export function indexOf(addresses: readonly string[]): string {
  const lines = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>`);
  return `${head}\n<sitemapindex ${space}>\n${lines.join('\n')}\n</sitemapindex>\n`;
}

export function urlsOf(pages: readonly { address: string; changedAt?: Date | undefined }[]): string {
  const lines = pages.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${escaped(address)}</loc>${changed}</url>`;
  });
  return `${head}\n<urlset ${space}>\n${lines.join('\n')}\n</urlset>\n`;
}
