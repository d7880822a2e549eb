import { noticeGroups } from '../../../contract/notice-kinds.ts';
import type { PersonalPart } from '../personal-data/part.ts';

export const noticePart: PersonalPart = {
  name: 'notices',
  collect: async ({ db }, userId) => {
    const rows = await db.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).execute();
    const json = rows.map((row) => ({ 类别: noticeGroups[row.notice_group].name, 短信提醒: row.sms }));
    return [{ path: '通知设置.json', about: '您改动过的通知设置', content: { json } }];
  },
  erase: async (tx, _services, { userId }) => {
    for (const table of ['notices', 'notice_deliveries', 'notice_settings'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  },
};
