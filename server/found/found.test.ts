import { describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { buildUser } from '../slices/accounts/build.ts';
import { buildCase } from '../slices/cases/build.ts';
import { buildDemand } from '../slices/demands/build.ts';
import { buildTopic } from '../slices/topics/build.ts';
import { startPortal } from '../testing/portal.ts';
import { foundById } from './by-id.ts';
import { placesOf } from './by-place.ts';
import { partSize } from './source.ts';

const origin = 'https://omo.example';
const portal = await startPortal({ env: { OMO_PUBLIC_URL: origin } });

const textAt = async (path: string) => {
  const answer = await fetch(portal.url + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
/** Addresses of a kind's pages, over all its parts. */
async function pagesOf(kind: string): Promise<string[]> {
  const { text } = await textAt('/sitemap.xml');
  const parts = locations(text).filter((address) => address.includes(`/sitemap/${kind}.`));
  const files = await Promise.all(parts.map((address) => textAt(address.slice(origin.length))));
  return files.flatMap((file) => locations(file.text));
}

describe('[Z-01] what search engines ask for', () => {
  test('public pages are in the sitemaps, with the day they changed; what is hidden, closed or deleted is not', async () => {
    const owner = await buildUser(portal.db);
    const shown = await buildCase(portal.db, { stage_key: 'spray', category: 'pet' });
    const waiting = await buildCase(portal.db, { stage_key: 'spray', review_status: 0 });
    const open = await buildDemand(portal.app.services, { owner, stage: 'design' });
    const draft = await buildDemand(portal.app.services, { owner, stage: 'design', status: 0 });
    const changed = new Date('2026-10-01T08:00:00Z');
    const topic = await buildTopic(portal.db, { updated_at: changed });
    const deleted = await buildTopic(portal.db, { removed_at: new Date() });
    const held = await buildTopic(portal.db, { review_status: 0 });

    const cases = await pagesOf('cases-spray');
    expect(cases).toContain(`${origin}/omo/smart/pet/spray/details/${shown}`);
    expect(cases.join()).not.toContain(waiting);
    const demands = await pagesOf('demands-design');
    expect(demands).toContain(`${origin}/omo/demand/${open.nid}`);
    expect(demands.join()).not.toContain(draft.nid);
    const topics = await pagesOf('topics');
    expect(topics).toContain(`${origin}/omo/topic/${topic}`);
    expect(topics.join()).not.toContain(deleted);
    expect(topics.join()).not.toContain(held);
    const { text } = await textAt('/omo/sitemap/topics.00000000-0000-0000-0000-000000000000.xml');
    expect(text).toContain(`/topic/${topic}</loc><lastmod>${changed.toISOString()}</lastmod>`);
    const standing = await pagesOf('pages');
    expect(standing).toContain(`${origin}/omo/`);
    expect(standing).toContain(`${origin}/omo/smart/business/make/more`);
    expect(standing.join()).not.toMatch(/login|personal|publish/);
  });

  test('the index lies at the root and below the base; files that are not in it do not exist', async () => {
    const root = await textAt('/sitemap.xml');
    expect(root.type).toBe('application/xml; charset=utf-8');
    expect(await textAt('/omo/sitemap.xml')).toEqual(root);
    for (const name of ['topics.1', 'cases-design.9', 'cases-none.0', 'cases-design.0%00', '..%2fsitemap'])
      expect(`${name} ${(await textAt(`/omo/sitemap/${name}.xml`)).status}`).toBe(`${name} 404`);
  });

  test('only the parts that the index names are looked for, however many others are asked for', async () => {
    const topic = await buildTopic(portal.db);
    expect((await textAt(`/omo/sitemap/topics.${topic}.xml`)).status).toBe(404);
    expect((await textAt(`/omo/sitemap/topics.${newId(new Date())}.xml`)).status).toBe(404);
    expect((await textAt('/omo/sitemap/topics.00000000-0000-0000-0000-000000000000.xml')).status).toBe(200);
  });

  test('robots.txt closes what is personal and names the sitemap; a forged host changes nothing', async () => {
    const { text } = await textAt('/robots.txt');
    expect(text).toContain(`\nSitemap: ${origin}/omo/sitemap.xml`);
    for (const path of ['/omo/personal', '/omo/login', '/api/']) expect(text).toContain(`\nDisallow: ${path}\n`);
    const forged = await portal.app.fastify.inject({
      url: '/robots.txt',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(forged.body).toBe(text);
  });

  test('the manifest leads into the base path', async () => {
    const { text } = await textAt('/omo/site.webmanifest');
    const manifest = JSON.parse(text) as { start_url: string; icons: { sizes: string; src: string }[] };
    expect(manifest.start_url).toBe('/omo/');
    expect(manifest.icons.map(({ sizes }) => sizes)).toContain('512x512');
  });
});

test('[Z-01] in production there is no sitemap as long as nobody said where the portal is', async () => {
  const { url } = await startPortal({
    env: { NODE_ENV: 'production', OMO_ALLOW: 'generated-secret,sandbox-gateway' },
  });
  expect((await fetch(`${url}/sitemap.xml`)).status).toBe(404);
  expect(await (await fetch(`${url}/robots.txt`)).text()).not.toContain('Sitemap');
});

describe('[Z-01] parts of a sitemap', () => {
  test('by place: each place lies in one part', () => {
    expect(placesOf('0')).toEqual({ from: 0, to: partSize });
    expect(placesOf('3')?.from).toBe(placesOf('2')?.to);
    for (const name of ['', '-1', '1e3', '9999999999', 'x']) expect(placesOf(name)).toBeUndefined();
  });

  test('by id: parts hold everything once, and bounds once found are not looked for again', async () => {
    const ids = Array.from({ length: partSize * 2 + 5 }, () => newId(new Date())).toSorted();
    let asked = 0;
    const source = foundById('things', {
      behind: async (_db, id, skip) => {
        asked += 1;
        const from = ids.findIndex((one) => one >= id);
        return from < 0 ? undefined : ids[from + skip];
      },
      from: async (_db, id, most) => {
        const from = ids.findIndex((one) => one >= id);
        return ids.slice(from, from + most).map((one) => ({ id: one, path: `/${one}` }));
      },
    });
    const parts = await source.parts(portal.db);
    expect(parts).toHaveLength(3);
    const pages = await Promise.all(parts.map((part) => source.pages(portal.db, part)));
    expect(pages.flat().map(({ path }) => path.slice(1))).toEqual(ids);
    expect(await source.pages(portal.db, "' or true")).toEqual([]);
    asked = 0;
    expect(await source.parts(portal.db)).toEqual(parts);
    expect(asked).toBe(1);
  });
});
