import { beforeAll, expect, it } from 'vitest';
import { updateNickname, uploadAvatar } from '../../../contract/accounts.ts';
import { certifySave } from '../../../contract/certification.ts';
import { chooseFirstSteps, dismissFirstSteps, getFirstSteps } from '../../../contract/first-steps.ts';
import { decideCertification } from '../../../contract/operator/certification.ts';
import type { Send } from '../../../contract/call.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildForm } from '../certification/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildShop } from '../shop/build.ts';
import { uploadPicture } from '../uploads/build.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const states = async (send: Send) => {
  const { steps } = dataOf(await send(getFirstSteps, {}));
  return Object.fromEntries(steps.map(({ key, state }) => [key, state]));
};

it('a buyer: nickname and avatar, certification, first demand; each by what is there, gone when all are done', async () => {
  const user = await buildUser(portal.db, { nickName: null });
  const send = portal.as(user);
  expect(dataOf(await send(getFirstSteps, {}))).toMatchObject({ path: 'buy', shown: true });
  expect(await states(send)).toEqual({ profile: 'todo', certify: 'todo', demand: 'todo' });
  dataOf(await send(updateNickname, { nickeName: '林木匠' }));
  expect(await states(send)).toMatchObject({ profile: 'todo' });
  dataOf(await send(uploadAvatar, { iconUrl: await uploadPicture(send) }));
  expect(await states(send)).toMatchObject({ profile: 'done' });

  const { id } = dataOf(await send(certifySave, await buildForm(send, 1)));
  expect(await states(send)).toMatchObject({ certify: 'waiting' });
  const reviewer = portal.as(await buildUser(portal.db, { operatorRoles: ['reviewer'] }));
  const reasons = { contact_phone: '打不通' };
  dataOf(await reviewer(decideCertification, { id, revision: 1, decision: 'refuse', reasons }));
  expect(await states(send)).toMatchObject({ certify: 'failed' });
  dataOf(await send(certifySave, { account_type: '1', contact_phone: '13900001234' }));
  dataOf(await reviewer(decideCertification, { id, revision: 2, decision: 'pass' }));
  expect(await states(send)).toEqual({ profile: 'done', certify: 'done', demand: 'todo' });

  await buildDemand(portal.app.services, { owner: user, status: 0 });
  expect(await states(send)).toMatchObject({ demand: 'todo' });
  await buildDemand(portal.app.services, { owner: user, status: 1 });
  expect(dataOf(await send(getFirstSteps, {}))).toMatchObject({
    shown: false,
    steps: [{ state: 'done' }, { state: 'done' }, { state: 'done' }],
  });
});

it('a factory: certification, shop, first case once it is approved, first tender', async () => {
  const stranger = portal.as(await buildUser(portal.db, { accountType: 2 }));
  expect(dataOf(await stranger(getFirstSteps, {}))).toMatchObject({ path: 'sell', stage: 'design' });
  expect(await states(stranger)).toEqual({ certify: 'todo', shop: 'todo', case: 'todo', tender: 'todo' });

  const bare = await buildShop(portal.db, { stage_keys: [], province_code: null, city_code: null });
  expect(await states(portal.as(bare.keeper))).toMatchObject({ shop: 'todo' });
  const { id: shopId, keeper } = await buildShop(portal.db, {
    certified: true,
    stage_keys: ['spray'],
    province_code: '36',
    city_code: '3607',
  });
  const send = portal.as(keeper);
  expect(await states(send)).toEqual({ certify: 'done', shop: 'done', case: 'todo', tender: 'todo' });
  expect(dataOf(await send(getFirstSteps, {})).stage).toBe('spray');
  const made = async (review_status: 0 | 1 | 2) => buildCase(portal.db, { shop_id: shopId, review_status });
  await made(shopCaseStatus.rejected);
  expect(await states(send)).toMatchObject({ case: 'failed' });
  await made(shopCaseStatus.pending);
  expect(await states(send)).toMatchObject({ case: 'waiting' });
  await made(shopCaseStatus.approved);
  expect(await states(send)).toMatchObject({ case: 'done' });
});

it('which list is said by the person, may be changed, and stays; put away it is gone for good', async () => {
  const user = await buildUser(portal.db);
  const send = portal.as(user);
  expect(dataOf(await send(chooseFirstSteps, { path: 'sell' })).path).toBe('sell');
  expect(dataOf(await send(getFirstSteps, {})).path).toBe('sell');
  expect(dataOf(await send(chooseFirstSteps, { path: 'buy' })).path).toBe('buy');
  expect(await send(chooseFirstSteps, { path: 'both' as never })).toMatchObject({
    fields: { path: '请选择我来采购或我来接单' },
  });
  expect(dataOf(await send(dismissFirstSteps, {})).shown).toBe(false);
  expect(dataOf(await send(chooseFirstSteps, { path: 'sell' })).shown).toBe(false);
  expect(dataOf(await portal.as(await buildUser(portal.db))(getFirstSteps, {})).shown).toBe(true);
  expect(await portal.send(getFirstSteps, {})).toMatchObject({ code: 1002 });
});
