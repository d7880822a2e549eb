import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { shotsOf } from '../../seeding/demo/shots.ts';
import { hoursAfter, type Seeding } from '../../seeding/seeding.ts';
import { demoAds, demoBanners, demoLive } from './seed-data.ts';

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
  await inTransaction(services.db, async (tx) => {
    await tx
      .insertInto('banners')
      .values(
        demoBanners.map(({ place, category, name, note, path }, index) => ({
          id: newId(now),
          place,
          category,
          name,
          note,
          path,
          picture: bannerPicture(index),
          position: index,
          created_at: now,
        })),
      )
      .execute();
    await tx
      .insertInto('ads')
      .values(
        demoAds.map(({ product, price, sold, collected, comments, shots }, position) => ({
          id: newId(now),
          place: 'home',
          picture: pictureOf(picture, shots),
          name: product,
          url: productPath(product),
          price_fen: price * 100,
          sold_count: sold,
          collect_count: collected,
          comment_count: comments,
          position,
          created_at: now,
        })),
      )
      .execute();
    await tx
      .insertInto('live_blocks')
      .values({
        place: 'home',
        title: demoLive.title,
        host: demoLive.host,
        picture: pictureOf(picture, demoLive.shots),
        stream_url: `live:${demoLive.channel}`,
        starts_at: nextBroadcast(now),
        updated_at: now,
      })
      .execute();
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
