import { Refusal } from '../../../contract/errors.ts';
import {
  decideCertification as decideCall,
  operatorCertification,
  operatorCertifications,
} from '../../../contract/operator/certification.ts';
import { certificationStatus, type CertificationStatus } from '../../../contract/statuses.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { auditLook } from '../audit/audit.ts';
import type { DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';
import { presentPrivate, privateUploads } from '../uploads/private.ts';
import { decideCertification } from './decide.ts';
import { identityOf, maskedName } from './identity.ts';
import { onlookers, reviewerFault, reviewers } from './policy.ts';
import { presentEvidence, presentForDesk } from './present.ts';
import { certificationById, certificationPage, nextWaiting, waitingCertifications } from './queries.ts';
import type { CertificationRow } from './tables.ts';

/** The console's part for certifications. */
export const certificationDesk: DeskPart = {
  key: 'certifications',
  name: '认证审核',
  roles: onlookers,
  waiting: waitingCertifications,
  queues: async ({ db }) => [[String(certificationStatus.pending), await waitingCertifications(db)]],
  claims: { kind: 'certification', roles: reviewers },
};

const peopleOf = (rows: readonly CertificationRow[]): string[] =>
  rows.flatMap(({ user_id, decided_by }) => (decided_by === null ? [user_id] : [user_id, decided_by]));

export const operatorCertificationCalls: AnyImplementation[] = [
  implement(operatorCertifications, async ({ status, ...page }, context) => {
    needRole(context.caller, onlookers);
    const wanted = Number(status) as CertificationStatus;
    const { rows, count } = await certificationPage(context.db, { status: wanted, ...page });
    const people = await publicUsers(context.db, peopleOf(rows));
    return { data: rows.map((row) => presentForDesk(context, row, people)), page: { count, ...page } };
  }),
  implement(operatorCertification, async ({ id }, context) => {
    const { db, caller, secret, now } = context;
    needRole(caller, onlookers);
    // Whoever looks is noted before anything is shown.
    const row = await inTransaction(db, async (tx) => {
      const found = await certificationById(tx, id);
      if (!found) throw new Refusal('not_found', '没有找到这份认证申请');
      const state = { status: found.status, revision: found.revision };
      const subject = { kind: 'certification', id } as const;
      await auditLook(tx, context, { action: 'certification.seen', subject, state });
      return found;
    });
    const decides = hasRole(caller, reviewers);
    const [people, uploads, next] = await Promise.all([
      publicUsers(db, peopleOf([row])),
      decides ? privateUploads(db, Object.values(row.papers).flat()) : [],
      nextWaiting(db, context, row),
    ]);
    const links = new Map(uploads.map((upload) => [upload.url, presentPrivate(secret, upload, now)]));
    const fault = reviewerFault(caller, row);
    const { name } = identityOf(secret, row);
    const waits = row.status === certificationStatus.pending;
    return {
      data: {
        ...presentForDesk(context, row, people),
        userId: row.user_id,
        name: decides ? name : maskedName(name, row.account_type),
        items: presentEvidence(context, row, decides ? (url) => links.get(url) : null),
        actions: waits
          ? (['pass', 'refuse'] as const).map((action) => ({ action, enabled: fault === '', reason: fault }))
          : [],
        next,
      },
    };
  }),
  implement(decideCall, async ({ reasons = {}, ...given }, context) => {
    const { row, next } = await decideCertification(context, { ...given, reasons });
    return { data: { status: row.status, next } };
  }),
];
