import { reportKindNames, reportReasons } from '../../../contract/report-reasons.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';

export const reportPart: PersonalPart = {
  name: 'reports',
  collect: async ({ db }, userId) => {
    const rows = await db
      .selectFrom('reports')
      .selectAll()
      .where('reporter_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return [
      {
        path: '社区/举报.json',
        about: '您举报过的内容',
        content: {
          json: rows.map((row) => ({
            对象: reportKindNames[row.kind],
            对象编号: row.subject_id,
            原因: reportReasons[row.reason],
            补充说明: row.words,
            时间: timeOf(row.created_at),
          })),
        },
      },
    ];
  },
};
