import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { followsOf } from './queries.ts';
import { followName } from './words.ts';

export const followPart: PersonalPart = {
  name: 'follows',
  collect: async ({ db, stages }, userId) => {
    const rows = await followsOf(db, userId);
    const json = rows.map((row) => ({ 关注: followName(row, stages), 关注时间: timeOf(row.created_at) }));
    return [{ path: '关注的需求.json', about: '您关注的需求', content: { json } }];
  },
  erase: async (tx, _services, { userId }) => {
    for (const table of ['follow_matches', 'follow_settings', 'follows'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  },
};
