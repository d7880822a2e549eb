import { everyCategory } from '../../../contract/content-kinds.ts';
import { seconds } from '../../../contract/wire.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit } from '../../db/transaction.ts';
import { shotsOf } from '../../seeding/demo/shots.ts';
import { hoursAfter, type Seeding } from '../../seeding/seeding.ts';
import { demoAds, demoBanners, demoLive } from './seed-data.ts';
import { shelfTag } from './shelf.ts';

/** 14:00 in China, in UTC */
const broadcastHour = 6;

/**
 * Fills banners, ads and the live block. `bannerPicture` gives the wide picture of a banner by its place in the list,
 * `productPath` the page of a pre-sale product by its name.
 */
export async function seedContent(
  { services, now, picture }: Seeding,
  bannerPicture: (index: number) => string,
  productPath: (name: string) => string,
): Promise<void> {
  const items = [
    ...demoBanners.map(({ place, category, name, note, path }, index) => ({
      kind: 'banner' as const,
      place: place as string,
      said: {
        picture: bannerPicture(index),
        name,
        note,
        target: path,
        ...(place === 'smart' && { category: category ?? everyCategory }),
      },
    })),
    ...demoAds.map(({ product, price, sold, collected, comments, shots }) => ({
      kind: 'ad' as const,
      place: 'home',
      said: {
        picture: pictureOf(picture, shots),
        name: product,
        target: productPath(product),
        price: `${price}.00`,
        sold: String(sold),
        collected: String(collected),
        comments: String(comments),
      },
    })),
    {
      kind: 'live' as const,
      place: 'home',
      said: {
        title: demoLive.title,
        host: demoLive.host,
        picture: pictureOf(picture, demoLive.shots),
        air: 'on',
        stream: `live:${demoLive.channel}`,
        preview: '',
        starts: String(seconds(nextBroadcast(now))),
      },
    },
  ];
  await inTransaction(services.db, async (tx) => {
    await tx
      .insertInto('content_items')
      .values(
        items.map(({ kind, place, said }, position) => ({
          id: newId(now),
          kind,
          place,
          position,
          live: JSON.stringify({ ...said, from: '', until: '' }),
          published_at: now,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    onCommit(tx, () => services.bus.publish({ tags: [shelfTag] }));
  });
}

function pictureOf(picture: Seeding['picture'], shots: Parameters<typeof shotsOf>[0]): string {
  const [shot] = shotsOf(shots);
  if (!shot) throw new Error(`${shots} names no picture`);
  return picture(shot);
}

/** Tomorrow afternoon, so that an announcement is never over when the portal is first opened. */
function nextBroadcast(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(broadcastHour, 0, 0, 0);
  return hoursAfter(today, 24);
}
