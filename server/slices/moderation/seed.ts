import type { ReportReason } from '../../../contract/report-reasons.ts';
import { newId } from '../../db/ids.ts';
import { hoursBefore, type Seeding } from '../../seeding/seeding.ts';

interface DemoReport {
  /** beginning of the comment that it is about */
  comment: string;
  by: string;
  /** hours ago */
  ago: number;
  reason: ReportReason;
  words: string;
}

const demoReports: readonly DemoReport[] = [
  { comment: '来我们这里拿料', by: 'maoyan', ago: 9, reason: 'advert', words: '每个帖子下面都来发一遍' },
  { comment: '来我们这里拿料', by: 'laohe', ago: 4, reason: 'untrue', words: '问了价，并没有低两成' },
];

/** What the people of the demo data reported of each other, for an operator to decide. */
export async function seedReports({ services, now, userId }: Seeding): Promise<void> {
  for (const { comment, by, ago, reason, words } of demoReports) {
    const found = await services.db
      .selectFrom('comments')
      .select(['id', 'user_id'])
      .where('content', 'like', `${comment}%`)
      .executeTakeFirstOrThrow();
    const created_at = hoursBefore(now, ago);
    await services.db
      .insertInto('reports')
      .values({
        id: newId(created_at),
        kind: 'comment',
        subject_id: found.id,
        reporter_id: userId(by),
        author_id: found.user_id,
        reason,
        words,
        created_at,
        settled_at: null,
        outcome: null,
      })
      .execute();
  }
}
