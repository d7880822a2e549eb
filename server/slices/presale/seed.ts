import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { daysBefore, hoursAfter, hoursBefore, picturesOf, type Seeding } from '../../seeding/seeding.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { demoProducts } from './seed-data.ts';
import { insertPresaleJoins } from './store.ts';
import { presaleSubject } from './subject.ts';

/** Puts the demo products on the shelf. `fans` are the people who like and join them. Gives the products' ids by their names. */
export async function seedPresale(
  seeding: Seeding,
  fans: readonly { id: string; mobile: string }[],
): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  const { services, now, userId } = seeding;
  const offered = daysBefore(now, 20);
  await inTransaction(services.db, async (tx) => {
    for (const [position, demo] of demoProducts.entries()) {
      const id = newId(offered);
      const { category, name, company, unit, quantity } = demo;
      made.set(name, id);
      await tx
        .insertInto('presale_products')
        .values({
          id,
          category,
          name,
          company,
          description: demo.description.join('\n'),
          unit,
          quantity,
          position,
          pictures: picturesOf(seeding, demo.shots),
          price_fen: demo.price * 100,
          ends_at: hoursAfter(now, demo.ends * 24),
          created_at: offered,
        })
        .execute();
      const comments = demo.comments.map(([who, hoursAgo, content]) => {
        const at = hoursBefore(now, hoursAgo);
        return { user_id: userId(who), content, created_at: at };
      });
      await addComments(tx, presaleSubject, id, comments);
      const from = (n: number) => fans[(position * 4 + n) % fans.length] as (typeof fans)[number];
      const likers = Array.from({ length: demo.likes }, (_, n) => from(n).id);
      await addLikes(tx, presaleSubject, id, likers, now);
      await insertPresaleJoins(tx, id, joinsOf(demo, from, offered));
    }
  });
  return made;
}

/** Splits the pieces spoken for among a few people, each once and with a plausible number. */
function joinsOf(
  { joined, price }: Pick<(typeof demoProducts)[number], 'joined' | 'price'>,
  from: (n: number) => { id: string; mobile: string },
  begun: Date,
) {
  const joins = [];
  for (let left = joined, n = 0; left > 0; n += 1) {
    const number = Math.min(left, 10 + ((n * 13) % 31));
    const at = hoursAfter(begun, 6 + n * 17);
    const { id: user_id, mobile: contact } = from(n);
    const price_fen = price * 100;
    joins.push({ id: newId(at), user_id, number, contact, price_fen, created_at: at, updated_at: at });
    left -= number;
  }
  return joins;
}
