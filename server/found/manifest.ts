import type { Settings } from '../settings.ts';

/** What a phone shows of the portal among its apps. */
export function manifestOf({ basePath, site }: Pick<Settings, 'basePath' | 'site'>): string {
  const icon = (name: string, width: number, purpose: string) => ({
    src: `${basePath}/${name}.png`,
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: site.name,
    short_name: site.name.split(' ')[0],
    lang: 'zh-CN',
    id: `${basePath}/`,
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'minimal-ui',
    background_color: '#FFFFFF',
    theme_color: '#1F6B57',
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
  });
}
