import { type AuditCheck, auditChecks, auditList, auditVerify } from '../../../contract/operator/audit.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { operatorNames } from '../operators/versions.ts';
import { presentEntries } from './present.ts';
import { searchAudit } from './search.ts';
import type { AuditCheckRow } from './tables.ts';
import { verifyAudit } from './verify.ts';

const readers: readonly OperatorRole[] = ['admin', 'auditor'];

/** The console's part for the record of deeds. */
export const auditDesk: DeskPart = { key: 'audit', name: '审计', roles: readers };

const presentCheck = (row: AuditCheckRow, nameOf: (id: string | null) => string): AuditCheck => ({
  time: seconds(row.at),
  by: nameOf(row.actor_id),
  entries: Number(row.number),
  hash: row.hash.toString('hex'),
  brokenAt: row.broken_at === null ? null : Number(row.broken_at),
  fault: row.fault,
});

export const auditCalls: AnyImplementation[] = [
  implement(auditList, async (sought, { db, caller }) => {
    needRole(caller, readers);
    const { rows, count } = await searchAudit(db, sought);
    return { data: await presentEntries(db, rows), page: { count, page: sought.page, pageSize: sought.pageSize } };
  }),
  implement(auditChecks, async (_input, { db, caller }) => {
    needRole(caller, readers);
    const [head, rows] = await Promise.all([
      db.selectFrom('audit_head').select('number').executeTakeFirst(),
      db.selectFrom('audit_checks').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(10).execute(),
    ]);
    const nameOf = await operatorNames(
      db,
      rows.map(({ actor_id }) => actor_id),
    );
    return { data: { entries: Number(head?.number ?? 0), checks: rows.map((row) => presentCheck(row, nameOf)) } };
  }),
  implement(
    auditVerify,
    async (_input, context) => {
      const { db, caller } = context;
      needRole(caller, readers);
      const row = await verifyAudit(context, context);
      return { data: presentCheck(row, await operatorNames(db, [row.actor_id])) };
    },
    { limit: { max: 20, per: 600 } },
  ),
];
