import { certifyInfo, certifyList, certifySave } from '../../../contract/certification.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { AccountType } from '../../../contract/statuses.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { presentCertification } from './present.ts';
import { certificationById, ownCertifications } from './queries.ts';
import { submitCertification } from './submit.ts';

/** Per account: whoever mends a form now and then stays below it. */
const limit = { max: 30, per: 3600 };

export const certificationCalls: AnyImplementation[] = [
  implement(
    certifySave,
    async ({ account_type, address_detail, revision, requestId, ...wire }, context) => {
      const accountType = Number(account_type) as AccountType;
      const row = await submitCertification(context, {
        accountType,
        wire,
        addressDetail: address_detail,
        revision,
        requestId,
      });
      return { data: { id: row.id, status: row.status } };
    },
    { limit },
  ),
  implement(certifyList, async (paging, context) => {
    const { rows, count } = await ownCertifications(context.db, context.caller.userId, paging);
    return { data: rows.map((row) => presentCertification(context, row)), page: { count, ...paging } };
  }),
  implement(certifyInfo, async ({ id }, context) => {
    const { db, caller } = context;
    if (id === undefined) {
      const { rows } = await ownCertifications(db, caller.userId, { page: 1, pageSize: 1 });
      return { data: rows[0] ? presentCertification(context, rows[0]) : null };
    }
    const row = await certificationById(db, id);
    // Nobody learns whether somebody else's exists.
    if (!row || row.user_id !== caller.userId) throw new Refusal('not_found', '没有找到这份认证');
    return { data: presentCertification(context, row) };
  }),
];
