import { expect, it } from 'vitest';
import { auditList } from '../../../contract/operator/audit.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { operatorList } from '../../../contract/operator/operators.ts';
import { operatorConfirm, operatorSignin } from '../../../contract/operator/sign-in.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { addOperator, setSuspended } from './manage.ts';
import { totpCode } from './totp.ts';

const portal = await startPortal();
const { db, clock } = portal;
const operator = async (...operatorRoles: OperatorRole[]) =>
  buildUser(db, { operatorRoles, nickName: '老周', now: clock.now() });

it('[P-06] admins and auditors read who works at the console; nothing of a secret is told, and nobody else reads it', async () => {
  const password = 'desk2026desk';
  const command = { db, account: 'root', now: clock.now() };
  const passwordHash = await hashPassword(password);
  await addOperator(command, { name: 'anna', nickName: '小安', passwordHash, roles: ['reviewer', 'finance'] });
  await addOperator(command, { name: 'bert', nickName: '小白', passwordHash, roles: [] });
  await setSuspended(command, 'bert', true);
  const since = seconds(clock.now());
  clock.advance(60_000);
  const { ticket, enrol } = dataOf(await portal.send(operatorSignin, { name: 'anna', password }));
  dataOf(await portal.send(operatorConfirm, { ticket, code: totpCode(enrol?.secret ?? '', clock.now()) }));
  const admin = await operator('admin');

  const all = await portal.as(admin)(operatorList, {});
  const rows = dataOf(all);
  const [anna, bert] = ['anna', 'bert'].map((name) => rows.find((row) => row.name === name));
  expect(anna).toEqual({
    id: expect.any(String) as string,
    name: 'anna',
    nick_name: '小安',
    roles: ['reviewer', 'finance'],
    status: 1,
    totp: true,
    create_time: since,
    signed_in: since + 60,
  });
  expect(bert).toMatchObject({ roles: [], status: 2, totp: false, signed_in: null });
  expect(all).toMatchObject({ count: 3, page: 1, pages: 1 });
  expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted());
  const named = async (status: '1' | '2') => {
    const some = await portal.as(admin)(operatorList, { status });
    return [some.ok && some.count, dataOf(some).map(({ name }) => name)];
  };
  expect(await named('2')).toEqual([1, ['bert']]);
  expect(await named('1')).toEqual([2, rows.map(({ name }) => name).filter((name) => name !== 'bert')]);
  const [first, second] = [
    dataOf(await portal.as(admin)(operatorList, { pageSize: '2' })),
    dataOf(await portal.as(admin)(operatorList, { pageSize: '2', page: '2' })),
  ];
  expect([...first, ...second]).toEqual(rows);
  expect(await portal.as(admin)(operatorList, { status: '3' as '1' })).toMatchObject({
    code: 1001,
    fields: { status: '状态有误' },
  });

  // What they did is found by their id, and by no other's.
  const did = dataOf(await portal.as(admin)(auditList, { person: anna?.id ?? '' }));
  expect(did.map(({ action }) => action)).toEqual(['operator.signed-in', 'operator.totp-bound']);

  const openTo = async (...roles: OperatorRole[]) => {
    const send = portal.as(await operator(...roles));
    const { parts } = dataOf(await send(getDesk, {}));
    return [(await send(operatorList, {})).ok, parts.some(({ key }) => key === 'operators')];
  };
  expect(await openTo('auditor')).toEqual([true, true]);
  for (const role of ['reviewer', 'moderator', 'finance'] as const) expect(await openTo(role)).toEqual([false, false]);
  const person = await buildUser(db, { now: clock.now() });
  expect(await portal.as(person)(operatorList, {})).toMatchObject({ code: 1003 });
});
