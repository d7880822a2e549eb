import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { sms, smsPurposes, updateNickname, uploadAvatar } from '../../../contract/accounts.ts';
import { livePath } from '../../../contract/live.ts';
import { askDataExport, getDataExport, openDataExport } from '../../../contract/personal-data.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { humanProof, lastCode } from '../../testing/sms.ts';
import { buildUser, type BuiltUser, signIn } from '../accounts/build.ts';
import { buildCompleted } from '../orders/work/build.ts';
import { buildTopic } from '../topics/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildSaver } from '../wallet/build.ts';
import { accountPart } from '../accounts/personal.ts';
import { makeExport } from './export.ts';
import { readDownload, sealDownload } from './link.ts';

const portal = await startPortal();
const { db, clock, app } = portal;
const { services } = app;
const day = 24 * 3600_000;

const ask = (user: BuiltUser) => portal.as(user)(askDataExport, { password: user.password });

/** Asked for and made; where it may be fetched. */
async function made(user: BuiltUser): Promise<string> {
  dataOf(await ask(user));
  await app.worker.tick();
  return dataOf(await portal.as(user)(openDataExport, {})).url;
}

const fetched = (url: string) => fetch(`${portal.url}${url}`);

/** Files of an archive by their path. */
async function unpacked(url: string): Promise<Map<string, Buffer>> {
  const response = await fetched(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** Every byte that the portal keeps on its disk. */
function* kept(folder = join(portal.dataDir, 'files')): Generator<Buffer> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* kept(path);
    else yield readFileSync(path);
  }
}

it('[Z-15] the archive holds what is one’s own, explained in words, and of others only the name that was shown', async () => {
  const user = await buildSaver(portal, 12_345, { name: '陈禾', number: '6222020200112233445' });
  const send = portal.as(user);
  const provider = await buildUser(db, { now: clock.now() });
  dataOf(await send(updateNickname, { nickeName: '林木匠' }));
  const picture = await uploadPicture(send);
  dataOf(await send(uploadAvatar, { iconUrl: picture }));
  const order = await buildCompleted(services, { owner: user, provider, name: '榉木婴儿床' });
  await buildTopic(db, { user_id: user.id, title: '圆角怎么打磨' });
  await buildTopic(db, { user_id: provider.id, title: '别人的话题' });

  const files = await unpacked(await made(user));
  const text = (path: string) => files.get(path)?.toString('utf8') ?? '';
  const json = (path: string): unknown => JSON.parse(text(path));
  expect([...files.keys()].slice(0, 2)).toEqual(['说明.txt', '账号.json']);
  expect(text('说明.txt')).toContain('林木匠');
  const explained = [...files.keys()].filter((path) => !path.startsWith('上传的文件/') && path !== '说明.txt');
  for (const path of explained) expect(text('说明.txt')).toContain(path);
  expect(json('账号.json')).toMatchObject({ 手机号: user.mobile, 昵称: '林木匠', 账号类型: '个人' });
  expect(json('认证.json')).toMatchObject([{ 名称: '陈禾', 状态: '认证成功' }]);
  expect(json('需求.json')).toMatchObject([{ 编号: order.nid, 名称: '榉木婴儿床' }]);
  const masked = `${provider.mobile.slice(0, 3)}****${provider.mobile.slice(-4)}`;
  expect(json('订单.json')).toMatchObject([{ 编号: order.nid, 我是: '发布方', 对方: masked, 状态: '已完成' }]);
  expect(text('钱包/收支明细.csv')).toMatch(/^\uFEFF时间,类型,金额/);
  expect(text('钱包/收支明细.csv')).toContain('123.45');
  expect(json('钱包/银行卡.json')).toMatchObject([{ 卡号: '**** **** **** 3445', 持卡人: '陈禾' }]);
  expect(json('社区/话题.json')).toMatchObject([{ 标题: '圆角怎么打磨' }]);
  const pictures = [...files].filter(([path]) => /^上传的文件\/.*\.(jpg|webp)$/.test(path));
  expect(pictures).toHaveLength(1);
  expect(pictures[0]![1].subarray(0, 3).toString('hex')).toBe('ffd8ff');

  const all = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
  for (const secret of [provider.mobile, '6222020200112233445', user.token, 'argon2'])
    expect(all).not.toContain(secret);
  expect([...files.values()].some((bytes) => bytes.includes('别人的话题'))).toBe(false);
});

it('[Z-15] is told when it is ready, lies there sealed for seven days, and is gone then', async () => {
  const user = await buildUser(db, { now: clock.now() });
  dataOf(await portal.as(user)(updateNickname, { nickeName: '封好的名字' }));
  const line = await fetch(`${portal.url}${livePath}`, { headers: { authorization: user.token } });
  const heard = line.body!.pipeThrough(new TextDecoderStream()).getReader();
  await heard.read();
  const asked = dataOf(await ask(user));
  expect(asked.state).toBe('asked');
  expect(await portal.as(user)(openDataExport, {})).toMatchObject({ ok: false, code: 1004 });
  await app.worker.tick();
  expect((await heard.read()).value).toBe(`data: export/${asked.id}\n\n`);
  await heard.cancel();
  const ready = dataOf(await portal.as(user)(getDataExport, {}));
  expect(ready).toMatchObject({ state: 'ready', expires_at: ready.asked_at + 7 * 24 * 3600 });
  // Neither the archive nor a name in it can be read from the disk.
  const bytes = [...kept()];
  expect(bytes.some((file) => file.includes('封好的名字') || file.includes('PK\u0003\u0004'))).toBe(false);

  clock.advance(7 * day - 1000);
  const token = await signIn(db, user.id, clock.now());
  const { url } = dataOf(await portal.as({ token })(openDataExport, {}));
  expect((await fetched(url)).status).toBe(200);
  clock.advance(1000);
  expect((await fetched(url)).status).toBe(404);
  await app.worker.tick();
  expect(readdirSync(join(portal.dataDir, 'files', 'exports'))).toEqual([]);
  expect(dataOf(await portal.as({ token })(getDataExport, {})).state).toBe('gone');
});

it('[Z-15] a link is for ten minutes and one sign-in; a stranger, another’s and a forged one get nothing', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const other = await buildUser(db, { now: clock.now() });
  const url = await made(user);
  const link = readDownload(services.secret, url.split('/').at(-1)!, clock.now())!;
  expect((await fetched(url)).status).toBe(200);
  expect(await portal.as(other)(openDataExport, {})).toMatchObject({ ok: false, code: 1004 });
  expect(await portal.send(openDataExport, {})).toMatchObject({ ok: false, code: 1002 });

  const at = (text: string) => fetched(url.replace(/[^/]+$/, text));
  const { id: session } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow();
  // Ours in form, but another's sign-in; another key; nonsense.
  expect((await at(sealDownload(services.secret, { ...link, sessionId: session }))).status).toBe(404);
  expect((await at(sealDownload('x'.repeat(64), link))).status).toBe(404);
  expect((await at('AAAA')).status).toBe(404);
  expect((await at(`${url.split('/').at(-1)!.slice(0, -2)}xx`)).status).toBe(404);

  clock.advance(10 * 60_000);
  expect((await fetched(url)).status).toBe(404);
  const again = dataOf(await portal.as(user)(openDataExport, {})).url;
  expect((await fetched(again)).status).toBe(200);
  await db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  expect((await fetched(again)).status).toBe(404);
});

it('[Z-15] asks for the password or a code to one’s own number; one at a time and one a day', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const send = portal.as(user);
  expect(await send(askDataExport, {})).toMatchObject({
    ok: false,
    fields: { password: '请输入登录密码或短信验证码' },
  });
  expect(await send(askDataExport, { password: 'wrong2026' })).toMatchObject({ fields: { password: '密码错误' } });
  expect(await send(askDataExport, { code: '000000' })).toMatchObject({ fields: { code: '验证码错误或已过期' } });
  const text = { mobile: user.mobile, humanCheck: await humanProof(portal.send) };
  dataOf(await send(sms, { ...text, type: smsPurposes.export }));
  const code = lastCode(portal.dataDir, user.mobile);
  dataOf(await send(askDataExport, { code }));

  // However many at once: there is one.
  const many = await Promise.all(Array.from({ length: 8 }, () => ask(user)));
  expect(many.map((reply) => reply.ok)).toEqual(many.map(() => false));
  await app.worker.tick();
  expect(await ask(user)).toMatchObject({
    ok: false,
    code: 1005,
    message: expect.stringContaining('每天可以申请一次'),
  });
  clock.advance(day);
  const token = await signIn(db, user.id, clock.now());
  const at = await Promise.all(Array.from({ length: 8 }, () => ask({ ...user, token })));
  expect(at.filter((reply) => reply.ok)).toHaveLength(1);
});

it('[Z-15] what may not be asked for yet spends no texted code', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const send = portal.as(user);
  dataOf(await ask(user));
  await app.worker.tick();
  clock.advance(day - 60_000);
  const token = await signIn(db, user.id, clock.now());
  const late = portal.as({ token });
  const text = { mobile: user.mobile, type: smsPurposes.export, humanCheck: await humanProof(send) };
  dataOf(await late(sms, text));
  const code = lastCode(portal.dataDir, user.mobile);
  expect(await late(askDataExport, { code })).toMatchObject({ ok: false, code: 1005 });
  clock.advance(60_000);
  expect(dataOf(await late(askDataExport, { code })).state).toBe('asked');
});

it('[Z-15] two that make the same archive at once do not spoil each other’s', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const { id } = dataOf(await ask(user));
  const filesOf = () => readdirSync(join(portal.dataDir, 'files', 'exports', id));
  const written = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { storage } = services;
  const put: typeof storage.put = async (key, content, mime) => {
    written.resolve();
    await goOn.promise;
    await storage.put(key, content, mime);
  };
  const slow = makeExport({ ...services, storage: { ...storage, put } }, [accountPart], id);
  await written.promise;
  // Lent to another meanwhile, who finds more than the first did.
  dataOf(await portal.as(user)(updateNickname, { nickeName: '改了一个长得多的新昵称' }));
  await makeExport(services, [accountPart], id);
  const counting = filesOf();
  goOn.resolve();
  await slow;
  expect(filesOf()).toEqual(counting);
  const { url } = dataOf(await portal.as(user)(openDataExport, {}));
  expect((await unpacked(url)).get('账号.json')?.toString('utf8')).toContain('改了一个长得多的新昵称');
});

it('one that never came about is given up, and may be asked for again', async () => {
  const user = await buildUser(db, { now: clock.now() });
  dataOf(await ask(user));
  await db.deleteFrom('outbox_events').execute();
  clock.advance(6 * 3600_000 + 1000);
  await app.worker.tick();
  expect(dataOf(await portal.as(user)(getDataExport, {})).state).toBe('failed');
  expect((await ask(user)).ok).toBe(true);
});
