import { regionPath } from '../../../contract/regions.ts';
import { accountTypeNames, certificationStatus, certificationStatusNames } from '../../../contract/statuses.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { releasePrivate } from '../uploads/use.ts';
import type { Sweep } from '../../outbox/events.ts';
import { hasTraded } from '../orders/queries.ts';
import { identityOf, sealIdentity } from './identity.ts';
import type { Identity } from './tables.ts';

export const certificationPart: PersonalPart = {
  name: 'certification',
  collect: async ({ db, stages, secret }, userId) => {
    const rows = await db
      .selectFrom('certifications')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    const json = rows.map((row) => {
      const { name, addressDetail, contactName, contactPhone, contactEmail } = identityOf(secret, row);
      return {
        类型: accountTypeNames[row.account_type],
        名称: name,
        环节: stages.find(({ key }) => key === row.stage_key)?.name ?? '',
        地区: regionPath([row.province_code, row.city_code]),
        详细地址: addressDetail,
        联系人: contactName,
        联系电话: contactPhone,
        联系邮箱: contactEmail,
        证件材料: Object.values(row.papers).flat(),
        状态: certificationStatusNames[row.status],
        驳回理由: Object.values(row.refusals),
        提交时间: timeOf(row.submitted_at ?? row.created_at),
        审核时间: timeOf(row.decided_at),
      };
    });
    return [{ path: '认证.json', about: '提交过的实名认证申请和结果；证件材料在“上传的文件”里', content: { json } }];
  },
  // The papers go at once. The name of somebody who traded is kept sealed for three years after they left.
  erase: async (tx, { secret }, { userId, now }) => {
    const rows = await tx.selectFrom('certifications').selectAll().where('user_id', '=', userId).forUpdate().execute();
    const traded = await hasTraded(tx, userId);
    for (const row of rows) {
      await releasePrivate(tx, Object.values(row.papers).flat());
      if (!traded || row.status !== certificationStatus.passed) {
        await tx.deleteFrom('certifications').where('id', '=', row.id).execute();
        continue;
      }
      const { name } = identityOf(secret, row);
      await tx
        .updateTable('certifications')
        .set({
          status: certificationStatus.failed,
          ...sealIdentity(secret, row, { ...nobody, name }),
          papers: JSON.stringify({}),
          refusals: JSON.stringify({}),
          answered: JSON.stringify({}),
          erase_at: yearsAfter(now, keptYears),
        })
        .where('id', '=', row.id)
        .execute();
    }
  },
};

/** Years for which a platform keeps who traded on it after they left (网络交易监督管理办法 §31). */
const keptYears = 3;

function yearsAfter(moment: Date, years: number): Date {
  const after = new Date(moment);
  after.setUTCFullYear(after.getUTCFullYear() + years);
  return after;
}

const nobody: Identity = { name: '', addressDetail: '', contactName: '', contactPhone: '', contactEmail: '' };

/** Names whose years are over. */
export const keptNamesSweep: Sweep = {
  name: 'kept-names',
  run: async ({ db, clock }) => {
    await db.deleteFrom('certifications').where('erase_at', '<=', clock.now()).execute();
  },
};
