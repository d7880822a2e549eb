import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hoursAfter, hoursBefore, picturesOf, type Seeding } from '../../seeding/seeding.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { demoTopics } from './seed-data.ts';
import { insertTopics } from './store.ts';
import { topicSubject } from './subject.ts';

/** Writes the demo topics with their comments. `fans` are the people whose likes they have. */
export async function seedTopics(seeding: Seeding, fans: readonly string[]): Promise<void> {
  const { services, now, userId } = seeding;
  const entries = demoTopics
    .map((demo) => {
      const created_at = hoursBefore(now, demo.ago);
      const { category, title, content, pinned = false, reads } = demo;
      const row = {
        id: newId(created_at),
        user_id: userId(demo.by),
        category,
        title,
        content,
        pinned,
        created_at,
        updated_at: created_at,
      };
      return { row: { ...row, pictures: picturesOf(seeding, demo.shots), read_count: reads }, demo };
    })
    .toSorted((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime());

  await inTransaction(services.db, async (tx) => {
    await insertTopics(
      tx,
      entries.map(({ row }) => row),
    );
    for (const [index, { row, demo }] of entries.entries()) {
      const comments = (demo.comments ?? []).map(([who, after, content]) => {
        const at = hoursAfter(row.created_at, after);
        return { user_id: userId(who), content, created_at: at };
      });
      await addComments(tx, topicSubject, row.id, comments);
      const likers = Array.from({ length: demo.likes }, (_, n) => fans[(index * 7 + n) % fans.length] as string);
      await addLikes(tx, topicSubject, row.id, likers, now);
    }
  });
}
