import { removeExport } from './export.ts';
import type { PersonalPart } from './part.ts';

/** Archives of somebody who left. */
export const exportPart: PersonalPart = {
  name: 'exports',
  erase: async (tx, { storage }, { userId }) => {
    const rows = await tx
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '!=', 'gone')
      .execute();
    for (const { id } of rows) await removeExport({ db: tx, storage }, id);
  },
};
