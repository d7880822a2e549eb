/**
 * What is personal, what is no page, and searches, of which there is no end. Pages that are merely of no use to a search
 * say so themselves: what may not be fetched cannot say anything.
 */
export function robotsOf(base: string, origin: string): string {
  const closed = [
    `${base}/personal`,
    `${base}/console`,
    `${base}/login`,
    `${base}/search?`,
    `${base}/*.data$`,
    '/api/',
  ];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)];
  if (origin) lines.push('', `Sitemap: ${origin}${base}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}
