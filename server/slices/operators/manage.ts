import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../../../contract/operator/audit-names.ts';
import type { OperatorRole } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { forgetFailures } from '../accounts/throttle.ts';
import { auditCommand, type Deed } from '../audit/audit.ts';
import { codeKey, nameKey } from './counted.ts';
import { endOperatorSessions } from './sessions.ts';
import type { OperatorRow } from './tables.ts';

/** What only somebody at the machine does: making operators, and letting one back in who lost what they sign in with. */
export interface Command {
  readonly db: Kysely<DB>;
  /** the account of the machine that does it */
  readonly account: string;
  readonly now: Date;
}

/** Said to whoever typed the command. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

export interface NewOperator {
  readonly id?: string;
  readonly name: string;
  readonly nickName: string;
  readonly passwordHash: string;
  readonly roles: readonly OperatorRole[];
  readonly createdAt: Date;
  /** of a demo's operator, or a test's: bound already */
  readonly totp?: { totp_key_id: string; totp_sealed: Buffer };
}

/** Puts in an operator, with the row in `users` that their deeds are kept under; undefined when the name is taken. */
export async function insertOperator(tx: Tx, operator: NewOperator): Promise<string | undefined> {
  const { id = uuidv7(), name, nickName, passwordHash, roles, createdAt, totp } = operator;
  await tx
    .insertInto('users')
    .values({
      id,
      mobile: `operator:${id}`,
      password_hash: '',
      account_type: 1,
      nick_name: nickName,
      avatar_url: null,
      created_at: createdAt,
    })
    .execute();
  const made = await tx
    .insertInto('operators')
    .values({
      id,
      name: name.toLowerCase(),
      password_hash: passwordHash,
      roles: [...roles],
      totp_key_id: null,
      totp_sealed: null,
      ...totp,
      created_at: createdAt,
      signed_in_at: null,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

export async function addOperator(
  { db, account, now }: Command,
  operator: Omit<NewOperator, 'createdAt'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const id = await insertOperator(tx, { ...operator, createdAt: now });
    if (id === undefined) throw new CommandRefused(`there is an operator ${operator.name} already`);
    await auditCommand(tx, account, now, {
      action: 'operator.added',
      subject: { kind: 'operator', id },
      before: {},
      after: { name: operator.name.toLowerCase(), roles: [...operator.roles] },
    });
  });
}

type Change = Partial<Pick<OperatorRow, 'roles' | 'status' | 'password_hash' | 'totp_key_id' | 'totp_sealed'>>;

/** Changes one operator, ends all their sessions, and notes it. */
async function change<A extends AuditAction>(
  { db, account, now }: Command,
  name: string,
  action: A,
  of: (row: OperatorRow) => Change & Pick<Deed<A>, 'before' | 'after'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('operators')
      .selectAll()
      .where('name', '=', name.toLowerCase())
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CommandRefused(`there is no operator ${name}`);
    const { before, after, ...columns } = of(row);
    await tx.updateTable('operators').set(columns).where('id', '=', row.id).execute();
    await endOperatorSessions(tx, null, row.id);
    await auditCommand(tx, account, now, {
      action,
      subject: { kind: 'operator', id: row.id },
      before,
      after,
    });
  });
}

export const setRoles = (command: Command, name: string, roles: readonly OperatorRole[]): Promise<void> =>
  change(command, name, 'operator.roles-set', (row) => ({
    roles: [...roles],
    before: { roles: row.roles },
    after: { roles },
  }));

export const setSuspended = (command: Command, name: string, suspended: boolean): Promise<void> =>
  change(command, name, suspended ? 'operator.suspended' : 'operator.resumed', ({ status }) => {
    const next = suspended ? 2 : 1;
    if (status === next) throw new CommandRefused(`${name} is ${suspended ? 'suspended' : 'in use'} already`);
    return { status: next, before: { status }, after: { status: next } };
  });

/** The next sign-in binds an authenticator anew; the failures that led here are forgotten. */
export async function resetTotp(command: Command, name: string): Promise<void> {
  let id = '';
  await change(command, name, 'operator.totp-reset', (row) => {
    id = row.id;
    return {
      totp_key_id: null,
      totp_sealed: null,
      before: { totp: row.totp_sealed !== null },
      after: { totp: false },
    };
  });
  await forgetFailures(command.db, codeKey(id));
}

export async function setPassword(command: Command, name: string, passwordHash: string): Promise<void> {
  await change(command, name, 'operator.password-set', () => ({
    password_hash: passwordHash,
    before: {},
    after: {},
  }));
  await forgetFailures(command.db, nameKey(name.toLowerCase()));
}
