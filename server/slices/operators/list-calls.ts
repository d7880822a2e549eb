import { operatorList } from '../../../contract/operator/operators.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DeskPart } from './desk.ts';
import { needRole } from './policy.ts';
import { operatorPage } from './queries.ts';

const readers: readonly OperatorRole[] = ['admin', 'auditor'];

/** The console's part for those who work at it. */
export const operatorDesk: DeskPart = { key: 'operators', name: '运营人员', roles: readers };

export const operatorListCalls: AnyImplementation[] = [
  implement(operatorList, async ({ status, ...page }, { db, caller }) => {
    needRole(caller, readers);
    const { rows, count } = await operatorPage(db, status === undefined ? undefined : status === '1' ? 1 : 2, page);
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      nick_name: row.nick_name ?? '',
      roles: row.roles,
      status: row.status,
      totp: row.totp_sealed !== null,
      create_time: seconds(row.created_at),
      signed_in: row.signed_in_at && seconds(row.signed_in_at),
    }));
    return { data, page: { count, ...page } };
  }),
];
