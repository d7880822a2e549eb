import { expect, it } from 'vitest';
import { getUserInfo, updateNickname, uploadAvatar } from '../../../contract/accounts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildUser } from './build.ts';
import { publicUsers } from './queries.ts';

const portal = await startPortal();
const { db } = portal;

it('[U-07] changes the nickname', async () => {
  const user = await buildUser(db);
  const send = portal.as(user);
  expect(dataOf(await send(updateNickname, { appCode: 'web', nickeName: ' 林木匠 ' })).nick_name).toBe('林木匠');
  expect(dataOf(await send(getUserInfo, {}))).toMatchObject({ nick_name: '林木匠', token: user.token });
});

it.each([
  ['', '请输入昵称'],
  ['林', '昵称至少2个字'],
  ['林'.repeat(21), '昵称最多20个字'],
  ['<b>林</b>', '昵称不能包含特殊符号'],
  ['林\u202E木匠', '昵称不能包含特殊符号'],
  ['林木匠13800000001', '昵称不能含有电话、微信等联系方式，请修改'],
  ['林木匠 Q12345678', '昵称不能含有电话、微信等联系方式，请修改'],
  ['平台客服', '昵称不能含有平台、客服、认证等容易误会的字样，请修改'],
  ['已 认证', '昵称不能含有平台、客服、认证等容易误会的字样，请修改'],
  ['ＯＭＯ小助手', '昵称不能含有平台、客服、认证等容易误会的字样，请修改'],
  ['傻逼', '昵称含有不宜公开的内容，请修改'],
])('[U-07] refuses the nickname %j: %s', async (nickeName, message) => {
  const reply = await portal.as(await buildUser(db))(updateNickname, { nickeName });
  expect(reply).toMatchObject({ code: 1001, fields: { nickeName: message } });
});

it('[U-07] changes the avatar to a picture that was uploaded', async () => {
  const send = portal.as(await buildUser(db));
  const iconUrl = await uploadPicture(send);
  expect(dataOf(await send(uploadAvatar, { iconUrl })).avatar_url).toBe(iconUrl);
  expect(dataOf(await send(getUserInfo, {})).avatar_url).toBe(iconUrl);
  // It stays when the clock sweeps what nothing refers to.
  portal.clock.advance(3 * 24 * 3600 * 1000);
  await portal.app.worker.tick();
  expect((await fetch(`${portal.url}${iconUrl}`)).status).toBe(200);
});

it.each([
  ['', '请上传头像'],
  ['javascript:alert(1)', '头像地址有误'],
  ['https://tracker.example/a.png', '头像地址有误'],
  ['/files/00000000-0000-7000-8000-000000000000-64x64/64.jpg', '上传的文件不存在或已过期，请重新上传'],
])('[U-07] refuses the avatar %j: %s', async (iconUrl, message) => {
  const send = portal.as(await buildUser(db, { now: portal.clock.now() }));
  expect(await send(uploadAvatar, { iconUrl })).toMatchObject({ code: 1001, fields: { iconUrl: message } });
  expect(await portal.send(uploadAvatar, { iconUrl })).toMatchObject({ code: 1002 });
});

it('shows others the nickname, else the masked number', async () => {
  const named = await buildUser(db, { nickName: '林木匠', avatarUrl: '/a.webp', accountType: 2 });
  const plain = await buildUser(db, { mobile: '13800000001' });
  const shown = await publicUsers(db, [named.id, plain.id, named.id, '00000000-0000-7000-8000-000000000000']);
  expect([...shown.values()]).toEqual(
    expect.arrayContaining([
      { id: named.id, name: '林木匠', avatarUrl: '/a.webp', accountType: 2 },
      { id: plain.id, name: '138****0001', avatarUrl: '', accountType: 1 },
    ]),
  );
  expect(shown.size).toBe(2);
});
