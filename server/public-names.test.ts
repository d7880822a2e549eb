import { expect, test } from 'vitest';
import type { Moderation } from './adapters/moderation/moderation.ts';
import { refuseName } from './public-names.ts';

const clean = { check: async () => ({ clean: true }) } as unknown as Moderation;
const refused = async (name: string) =>
  refuseName(clean, 'nickeName', '昵称', name).then(
    () => false,
    () => true,
  );

test('[U-07] a name that passes for the portal or its staff is refused, furniture and other names are not', async () => {
  const ours = [
    'OMO',
    'omo小助手',
    '平台客服',
    '系统',
    '系统 消息',
    '平台审核员',
    '官方旗舰店',
    '已认证木工',
    'OmoService',
  ];
  const theirs = ['系统柜工坊', '平台床之家', 'Momo', 'tomorrow家具', '认证木材加工', '运营中的小厂'];
  const all = async (names: string[]) => Promise.all(names.map(async (name) => [name, await refused(name)]));
  expect(await all(ours)).toEqual(ours.map((name) => [name, true]));
  expect(await all(theirs)).toEqual(theirs.map((name) => [name, false]));
});
