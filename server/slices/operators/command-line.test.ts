import { expect, it } from 'vitest';
import { getDesk } from '../../../contract/operator/desk.ts';
import { operatorConfirm, operatorSignin } from '../../../contract/operator/sign-in.ts';
import { inTransaction } from '../../db/transaction.ts';
import { demoOperator } from '../../seeding/demo/accounts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { runCommand, usage } from './command-line.ts';
import { insertOperator } from './manage.ts';
import { totpCode, totpSeal } from './totp.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { secret } = portal.app.services;

/** What a command printed, or what it was refused with. */
async function type(line: string, { password = 'desk2026desk', demoAllowed = true } = {}): Promise<string> {
  const printed: string[] = [];
  const terminal = {
    db,
    now: clock.now(),
    account: 'root',
    say: (text: string) => void printed.push(text),
    password: async () => password,
    secret: () => secret,
    demoAllowed,
  };
  try {
    await runCommand(line === '' ? [] : line.split(' '), terminal);
    return printed.join('\n');
  } catch (error) {
    return `refused: ${(error as Error).message.split('\n')[0] ?? ''}`;
  }
}

it('[P-01] operators are made, listed, given roles, suspended and let in again, in words', async () => {
  expect(await type('list')).toMatch(/^no operators yet/);
  expect(await type('add Lin --roles reviewer,auditor --nick 小林')).toMatch(
    /^made the operator lin with the roles reviewer, auditor/,
  );
  expect(await type('add lin --roles admin')).toBe('refused: there is an operator lin already');
  expect(await type('list')).toBe('lin  小林  [reviewer, auditor], no authenticator yet, never signed in');
  expect(await type('roles lin finance')).toBe('lin has the roles finance now; their sessions are ended');
  expect(await type('suspend lin')).toMatch(/^lin is suspended/);
  expect(await type('suspend lin')).toBe('refused: lin is suspended already');
  expect(await type('list')).toContain('[finance], suspended');
  expect(await portal.send(operatorSignin, { name: 'lin', password: 'desk2026desk' })).toMatchObject({ code: 1001 });
  expect(await type('resume lin')).toBe('lin may sign in again');
  expect(await type('password lin', { password: 'other2026' })).toMatch(/^lin has a new password/);
  const { ticket, enrol } = dataOf(await portal.send(operatorSignin, { name: 'lin', password: 'other2026' }));
  dataOf(await portal.send(operatorConfirm, { ticket, code: totpCode(enrol?.secret ?? '', clock.now()) }));
  expect(await type('reset-totp lin')).toMatch(/binds an authenticator anew/);
  expect(dataOf(await portal.send(operatorSignin, { name: 'lin', password: 'other2026' })).enrol).not.toBeNull();
  const noted = await db.selectFrom('audit_entries').select('action').orderBy('number').execute();
  expect(noted.map(({ action }) => action)).toEqual([
    'operator.added',
    'operator.roles-set',
    'operator.suspended',
    'operator.resumed',
    'operator.password-set',
    'operator.totp-bound',
    'operator.signed-in',
    'operator.totp-reset',
  ]);
});

it('[P-01] what is wrong with a command is said in one line, and changes nothing', async () => {
  for (const [line, said] of [
    ['', usage.split('\n')[0]],
    ['promote lin', 'there is no command promote'],
    ['add', 'which operator?'],
    ['add x', 'a name has 2 to 32 letters, digits, dots, dashes'],
    ['add zhou --roles boss', 'there is no role boss'],
    ['roles zhou admin', 'there is no operator zhou'],
    ['roles lin', 'which roles?'],
    ['password zhou', 'there is no operator zhou'],
    ['add zhou --colour red', "Unknown option '--colour'"],
  ])
    expect(await type(line ?? '')).toContain(`refused: ${said}`);
  expect(await type('add zhou --roles admin', { password: 'short1' })).toMatch(/8 to 64 characters/);
  expect(await type('list')).not.toContain('zhou');
});

it('[P-01] a code is told of the demo’s operator only, where demo accounts may be', async () => {
  const none = /^refused: there is no demo operator 13800000000/;
  expect(await type('code')).toMatch(none);
  const id = '01900000-0000-7000-8000-000000000001';
  const totp = totpSeal(secret).seal(demoOperator.totpSecret, id);
  const passwordHash = await hashPassword('desk2026desk');
  const operator = { ...demoOperator, id, passwordHash, roles: [], createdAt: clock.now() };
  await inTransaction(db, (tx) => insertOperator(tx, { ...operator, totp }));
  expect(await type('code')).toBe(totpCode(demoOperator.totpSecret, clock.now()));
  expect(await type('code', { demoAllowed: false })).toMatch(/^refused: codes are told for the demo operator only/);
  // One who has taken the account over with an authenticator of their own.
  await type('reset-totp 13800000000');
  expect(await type('code')).toMatch(none);
});

it('[P-01] what the command line takes from an operator holds from the next call on', async () => {
  const operator = await buildUser(db, { operatorRoles: ['finance'], now: clock.now() });
  const { name } = await db
    .selectFrom('operators')
    .select('name')
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow();
  dataOf(await portal.as(operator)(getDesk, {}));
  expect(await type(`roles ${name} auditor`)).toContain('their sessions are ended');
  expect(await portal.as(operator)(getDesk, {})).toMatchObject({ code: 1002 });
});
