import { randomInt } from 'node:crypto';
import { stages } from '../contract/stages/index.ts';
import { likeTopic, publishDiscuss, publishTopic } from '../contract/topics.ts';
import { uploadImage } from '../contract/uploads.ts';
import { dataOf, expect, type Person, type Portal, test } from './fixtures.ts';
import { makeDemand, picture } from './steps.ts';

const site = ' - OMO 智能家具产业链';

interface Thing {
  '@type': string;
  [property: string]: unknown;
}

interface Head {
  title: string;
  /** name or property → content */
  meta: Record<string, string>;
  canonical: string | undefined;
  things: Thing[];
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** What a page says of itself, read as those do who run no scripts. */
function headOf(html: string): Head {
  const head = html.slice(0, html.indexOf('</head>'));
  const metas = [...head.matchAll(/<meta[^>]*? (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const blocks = [...head.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    meta: Object.fromEntries(metas.map(([, name = '', content = '']) => [name, unescaped(content)])),
    canonical: /<link[^>]* rel="canonical" href="([^"]*)"/.exec(head)?.[1],
    things: blocks.flatMap(([, json = '']) => (JSON.parse(json) as { '@graph': Thing[] })['@graph']),
  };
}

const htmlAt = async (url: string) => (await fetch(url)).text();
const thing = ({ things }: Head, type: string) => things.find((one) => one['@type'] === type);
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

/** Every address of the sitemaps, by the name of its part. */
async function sitemap(portal: Portal): Promise<Map<string, string[]>> {
  const index = await htmlAt(`${portal.url}/sitemap.xml`);
  const parts = locations(index).map(
    async (part) => [part.split('/').at(-1) ?? '', locations(await htmlAt(part))] as const,
  );
  return new Map(await Promise.all(parts));
}

/** The standing pages, and one of every kind that records make. */
async function someOfAll(portal: Portal): Promise<string[]> {
  const parts = await sitemap(portal);
  return [...parts].flatMap(([name, pages]) => (name.startsWith('pages') ? pages : pages.slice(0, 1)));
}

async function makeTopic(portal: Portal, author: Person, words: { titel: string; content: string }): Promise<string> {
  const send = portal.as(author);
  const { buffer, mimeType } = await picture();
  const { url } = await dataOf(send(uploadImage, {}, { file: new Blob([new Uint8Array(buffer)], { type: mimeType }) }));
  return (await dataOf(send(publishTopic, { ...words, topicType: '2', files: url }))).topicId;
}

test('[Z-01] every public page has a title and a description of its own, its address and a card', async ({
  portal,
}) => {
  const pages = await someOfAll(portal);
  expect(pages.length).toBeGreaterThan(60);
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const url of pages) {
    const answer = await fetch(url);
    // It may have been closed since the sitemap was made.
    if (answer.status === 404) continue;
    expect(answer.status, url).toBe(200);
    const head = headOf(await answer.text());
    const description = head.meta['description'] ?? '';
    expect(head.title.endsWith(site) || head.title === site.slice(3), `${url}: ${head.title}`).toBe(true);
    expect([...head.title].length, head.title).toBeLessThanOrEqual(60);
    expect([...description].length, description).toBeLessThanOrEqual(150);
    expect([...description].length, `${url}: ${description}`).toBeGreaterThan(12);
    expect(titles.get(head.title), `${url} is called as`).toBeUndefined();
    expect(descriptions.get(description), `${url} is described as`).toBeUndefined();
    titles.set(head.title, url);
    descriptions.set(description, url);
    expect(head.canonical).toBe(url);
    expect(head.meta['robots']).not.toContain('noindex');
    expect(head.meta).toMatchObject({ 'og:url': url, 'og:locale': 'zh_CN', 'og:description': description });
    expect(head.meta['og:title']).toBeTruthy();
    expect(Number(head.meta['og:image:width'])).toBeGreaterThanOrEqual(300);
    expect((await fetch(head.meta['og:image'] ?? '', { method: 'HEAD' })).status, `card of ${url}`).toBe(200);
    const trail = thing(head, 'BreadcrumbList')?.['itemListElement'] as
      | { position: number; item: string }[]
      | undefined;
    if (url.endsWith('/omo/')) expect(trail).toBeUndefined();
    else {
      expect(trail?.map(({ position }) => position)).toEqual(trail?.map((_, index) => index + 1));
      expect(trail?.at(-1)?.item).toBe(url);
    }
  }
});

test('[Z-01] what is of no use to those who search says so, and has no address to be known by', async ({ portal }) => {
  const pages = ['/login', '/publish', '/publish?type=pet&stage=design', '/personal/order/initiate', '/nowhere'];
  for (const path of pages) {
    const head = headOf(await htmlAt(`${portal.url}/omo${path}`));
    expect(head.meta['robots'], path).toBe('noindex');
    expect(head.canonical, path).toBeUndefined();
  }
});

test('[Z-01] filters and sort orders lead back to one address; a further page of a list has its own', async ({
  portal,
}) => {
  const canonical = async (path: string) => headOf(await htmlAt(`${portal.url}/omo${path}`)).canonical;
  expect(await canonical('/?tab=pet')).toBe(`${portal.url}/omo/`);
  expect(await canonical('/?page=2')).toBe(`${portal.url}/omo/`);
  expect(await canonical('/smart/pet/design?sort=deadline')).toBe(`${portal.url}/omo/smart/pet/design`);
  expect(await canonical('/smart/pet/design/')).toBe(`${portal.url}/omo/smart/pet/design`);
  expect(await canonical('/presale?from=elsewhere')).toBe(`${portal.url}/omo/presale`);
});

test('[Z-01] a record has one address: its id in capitals leads there', async ({ portal }) => {
  const ofRecords = (await someOfAll(portal)).filter((url) => /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(url));
  expect(ofRecords.length).toBeGreaterThan(8);
  for (const url of ofRecords) {
    const id = url.split('/').at(-1) ?? '';
    const asked = await fetch(`${url.replace(id, id.toUpperCase())}?page=1`, { redirect: 'manual' });
    expect([asked.status, asked.headers.get('location')], url).toEqual([301, `${new URL(url).pathname}?page=1`]);
    expect((await fetch(url, { redirect: 'manual' })).status, url).toBe(200);
  }
});

test('[Z-01] home says who runs it and how it is searched', async ({ portal }) => {
  const head = headOf(await htmlAt(`${portal.url}/omo/`));
  expect(thing(head, 'Organization')).toMatchObject({ url: `${portal.url}/omo/`, name: site.slice(3) });
  const { potentialAction } = thing(head, 'WebSite') as unknown as { potentialAction: { target: string } };
  expect(potentialAction.target).toContain('/omo/search?q={words}');
});

test('[Z-01] a pre-sale product has its price and whether it can be had; a case has its maker', async ({ portal }) => {
  const parts = await sitemap(portal);
  const first = (kind: string) => [...parts].find(([name]) => name.startsWith(kind))?.[1][0] ?? '';
  const product = thing(headOf(await htmlAt(first('presale'))), 'Product');
  expect(product).toMatchObject({
    name: expect.any(String),
    image: expect.arrayContaining([expect.stringContaining('/files/')]),
    offers: {
      '@type': 'Offer',
      price: expect.stringMatching(/^\d+\.\d\d$/),
      priceCurrency: 'CNY',
      availability: expect.stringMatching(/^https:\/\/schema\.org\/(?:PreSale|SoldOut)$/),
    },
  });
  for (const stage of stages) {
    const { things } = headOf(await htmlAt(first(`cases-${stage.key}`)));
    const item = things.find((one) => ['Product', 'CreativeWork'].includes(one['@type']));
    expect(item, stage.key).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    // A product needs a price or an opinion; without either it is a work.
    if (item?.['@type'] === 'Product')
      expect(item['aggregateRating']).toMatchObject({
        ratingValue: expect.any(Number),
        ratingCount: expect.any(Number),
      });
    else expect(item?.['creator']).toMatchObject({ '@type': 'Organization' });
  }
});

test('[Z-01] words that look like markup stay words, in the page and in what is said of it', async ({
  page,
  portal,
}) => {
  const author = await portal.newPerson({ nickname: '李木匠' });
  const words = { titel: '</script><script>alert(1)', content: '<!--<script>"\\u2028\u2028 &lt; 收到样品' };
  const id = await makeTopic(portal, author, words);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`/omo/topic/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.titel);
  expect(complaints).toEqual([]);
  const head = headOf(await htmlAt(`${portal.url}/omo/topic/${id}`));
  expect(thing(head, 'DiscussionForumPosting')).toMatchObject({
    headline: words.titel,
    text: words.content,
    author: { '@type': 'Person', name: '李木匠' },
    datePublished: expect.stringMatching(/^20\d\d-/),
  });
  expect(head.meta['og:title']).toContain(words.titel.slice(0, 10));
});

test('[Z-01] a forged host reaches no page and poisons none', async ({ portal }) => {
  const url = `${portal.url}/omo/smart/pet?forged=${randomInt(1e9)}`;
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
  for (const answer of [await fetch(url, { headers }), await fetch(url)]) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('evil.example');
  }
});

test('[Z-01] pages are the same for a visitor and for somebody signed in', async ({ portal }) => {
  const nickname = `同一页${randomInt(1e6)}`;
  const person = await portal.newPerson({ nickname });
  const topic = await makeTopic(portal, await portal.newPerson(), { titel: '同一页', content: '给谁看都一样' });
  await dataOf(portal.as(person)(likeTopic, { topicId: topic }));
  const headers = { token: person.token, authorization: `Bearer ${person.token}`, cookie: `token=${person.token}` };
  // What counts the seconds differs between two renders.
  const still = (html: string) =>
    html.replace(/\b1[7-9]\d{8}\b/g, 'T').replace(/<b>\d+<\/b>|\d+ ?(?:秒|分钟)前|刚刚/g, 'T');
  const pages = await someOfAll(portal);
  for (const page of [...pages.filter((_, index) => index % 4 === 0), `${portal.url}/omo/topic/${topic}`]) {
    let theirs = '';
    // A second may begin between the two; whatever is personal differs every time.
    await expect(async () => {
      // Addresses nobody asked for before: both are rendered, neither comes from the cache.
      const probe = randomInt(1e9);
      const [one, other] = await Promise.all([
        fetch(`${page}?probe=${probe}`, { headers }).then((answer) => answer.text()),
        fetch(`${page}?probe=${probe + 1}`).then((answer) => answer.text()),
      ]);
      theirs = one;
      expect(still(one).replaceAll(String(probe), 'P'), page).toBe(still(other).replaceAll(String(probe + 1), 'P'));
    }).toPass({ timeout: 10_000 });
    for (const own of [nickname, person.mobile, person.token])
      expect(theirs.includes(own), `${own} in ${page}`).toBe(false);
  }
});

test('[Z-01] what is published is on the pages at once', async ({ portal }) => {
  const author = await portal.newPerson();
  const reader = await portal.newPerson();
  // Seen by everybody a moment before, so that it lies in the cache.
  const stage = `${portal.url}/omo/smart/maternal/proofing`;
  const home = `${portal.url}/omo/?tab=maternal`;
  await Promise.all([htmlAt(stage), htmlAt(home)]);

  const name = `现挂${randomInt(1e6)}`;
  await makeDemand(portal, author, { values: { name } });
  expect(await htmlAt(stage)).toContain(name);

  const titel = `现写${randomInt(1e6)}`;
  const topic = await makeTopic(portal, author, { titel, content: '刚到的样品' });
  expect(await htmlAt(home)).toContain(titel);

  const page = `${portal.url}/omo/topic/${topic}`;
  const likes = async () => {
    const posting = thing(headOf(await htmlAt(page)), 'DiscussionForumPosting');
    const counters = posting?.['interactionStatistic'] as { interactionType: Thing; userInteractionCount: number }[];
    return counters.find(({ interactionType }) => interactionType['@type'] === 'LikeAction')?.userInteractionCount;
  };
  expect(await likes()).toBe(0);
  await dataOf(portal.as(reader)(likeTopic, { topicId: topic }));
  expect(await likes()).toBe(1);
  const content = `样品收到 ${randomInt(1e6)}`;
  await dataOf(portal.as(reader)(publishDiscuss, { topicId: topic, content }));
  expect(await htmlAt(page)).toContain(content);
});

test('[Z-01] no public page shows a mobile number', async ({ portal }) => {
  const pages = [...(await sitemap(portal)).values()].flat();
  const mobile = /(?<![\w-])1[3-9]\d{9}(?![\w-])/g;
  const read = async (url: string) => {
    const html = await htmlAt(url);
    expect(
      [...html.matchAll(mobile)].map(([number]) => number),
      url,
    ).toEqual([]);
    const phones = [...html.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number);
    expect(new Set(phones).size, `${url}: ${phones.join()}`).toBeLessThanOrEqual(1);
  };
  // Some at a time: the portal has others to answer.
  const atOnce = 6;
  for (let from = 0; from < pages.length; from += atOnce) await Promise.all(pages.slice(from, from + atOnce).map(read));
});

test('[Z-01] every kind of page is read without scripts', async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const pages = await someOfAll(portal);
  const kinds = pages.filter((url) => !/\/(?:pet|business)(?:\/[a-z]+)*$|\/demand\/D[^D]/.test(url));
  for (const url of kinds) {
    if ((await page.goto(url))?.status() === 404) continue;
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 }), url).toHaveCount(1);
    // What is waiting for a script would wait for ever.
    expect(await main.locator('[aria-busy=true]').count(), `skeletons on ${url}`).toBe(0);
    expect((await main.innerText()).replace(/\s+/g, '').length, `words on ${url}`).toBeGreaterThan(30);
    expect(await page.getByRole('link').count(), `links on ${url}`).toBeGreaterThan(10);
    // Words alone would do, but a place that is empty until a script fills it is seen by its picture.
    expect(await main.locator('img:not([src])').count(), `pictures on ${url}`).toBe(0);
  }
  await context.close();
});
