import type { ContentKindKey } from '../../../contract/content-kinds.ts';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { shelfTag } from './shelf.ts';
import type { WireValues } from './tables.ts';

const examples: Readonly<Record<ContentKindKey, { place: string; values: WireValues }>> = {
  banner: {
    place: 'home',
    values: { picture: '/files/b.jpg', name: '能用到六岁的婴儿床', note: '', target: '', category: 'all' },
  },
  ad: {
    place: 'home',
    values: {
      picture: '/files/a.jpg',
      name: '高脚餐椅',
      target: '/presale',
      price: '468',
      sold: '1',
      collected: '0',
      comments: '0',
    },
  },
  live: {
    place: 'home',
    values: {
      title: '一张板出六片',
      host: '三榫制造',
      picture: '/files/l.jpg',
      air: 'on',
      stream: 'live:home',
      preview: '',
      starts: '',
    },
  },
  announcement: { place: 'all', values: { text: '今晚系统维护', target: '' } },
  link: { place: 'implement', values: { url: 'https://open.example.com/' } },
};

/** Something published on the public pages, for tests; gives its id. */
export async function buildContent(
  { db, clock, bus }: Pick<Services, 'db' | 'clock' | 'bus'>,
  kind: ContentKindKey,
  values: WireValues = {},
  { place = examples[kind].place, position = 0, published = true } = {},
): Promise<string> {
  const now = clock.now();
  const id = newId(now);
  const said = JSON.stringify({ ...examples[kind].values, from: '', until: '', ...values });
  await db
    .insertInto('content_items')
    .values({
      id,
      kind,
      place,
      position,
      created_at: now,
      updated_at: now,
      ...(published ? { live: said, published_at: now } : { draft: said }),
    })
    .execute();
  bus.publish({ tags: [shelfTag] });
  return id;
}
