import { describe, expect, it } from 'vitest';
import { certifyInfo, certifyList, certifySave } from '../../../contract/certification.ts';
import { getShopInfo } from '../../../contract/shop.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { bindBank } from '../../../contract/wallet.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildShop } from '../shop/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { newCardNumber } from '../wallet/build.ts';
import { buildForm, uploadPaper } from './build.ts';
import { certificationScene } from './scene.ts';
import { sealNames } from './identity.ts';
import { passedCertifications } from './queries.ts';

const portal = await startPortal();
const { applicant, applied, pass, refuse, info, rowOf } = await certificationScene(portal);
const { pending, passed } = certificationStatus;

describe('[A-06] handing papers in', () => {
  it('an individual’s: under review, and told back as handed in', async () => {
    const { send, form, id } = await applied();
    expect(await info(send)).toMatchObject({
      id,
      account_type: 1,
      name: '陈知远',
      country: '中国',
      provice: '36',
      city: '3607',
      region: '江西省赣州市',
      contact_phone: '13800001234',
      designs: form.designs,
      status: pending,
      statusName: '认证中',
      refused: [],
    });
    expect(await send(certifyList, {})).toMatchObject({ ok: true, count: 1, data: [{ id }] });
  });

  it('an enterprise’s: what it does is design where nothing is said, its extras may be left out', async () => {
    const { send, form } = await applicant(2);
    const { type: _, ...rest } = form;
    dataOf(await send(certifySave, rest));
    expect(await info(send)).toMatchObject({ type: 1, typeName: '设计', employees: '', devices: '' });
  });

  it.each([
    [6, '物流'],
    [7, '供销'],
  ])('enterprise type %i is %s', async (type, name) => {
    const { send, form } = await applicant(2);
    dataOf(await send(certifySave, { ...form, type: String(type) }));
    expect(await info(send)).toMatchObject({ type, typeName: name });
  });

  const person: [string, Record<string, unknown>, string, string][] = [
    ['name', { name: '' }, 'name', '请输入姓名'],
    ['a name of signs', { name: '<b>陈</b>' }, 'name', '名称不能包含特殊符号'],
    ['qualification', { qualification: '' }, 'qualification', '请上传资质证明'],
    ['region', { provice: '', city: '' }, 'provice', '请选择所在的省份和城市'],
    ['a city of elsewhere', { city: '1101' }, 'provice', '所选的城市不在这个省份'],
    ['contact_name', { contact_name: ' ' }, 'contact_name', '请输入联系人姓名'],
    ['contact_name over 20', { contact_name: '陈'.repeat(21) }, 'contact_name', '联系人姓名最多20个字'],
    ['contact_phone', { contact_phone: '' }, 'contact_phone', '请输入联系人电话'],
    ['contact_phone over 11', { contact_phone: '138000012345' }, 'contact_phone', '联系人电话最多11位'],
    ['contact_phone that is no mobile', { contact_phone: '12800001234' }, 'contact_phone', '请输入正确的11位手机号'],
    ['contact_email', { contact_email: '' }, 'contact_email', '请输入联系人邮箱'],
    ['contact_email over 50', { contact_email: `${'a'.repeat(45)}@b.com` }, 'contact_email', '联系人邮箱最多50个字符'],
    ['contact_email that is none', { contact_email: 'chen@' }, 'contact_email', '请输入正确的邮箱地址'],
    ['authorization', { authorization: '' }, 'authorization', '请上传授权书'],
    ['contract', { contract: '' }, 'contract', '请上传合同文件'],
    ['designs', { designs: '' }, 'designs', '请上传设计作品'],
    ['a foreign address', { designs: 'https://example.com/a.jpg' }, 'designs', '上传的文件不存在或已过期，请重新上传'],
    ['a document as picture', { designs: 'contract' }, 'designs', '上传的文件不存在或已过期，请重新上传'],
  ];
  it.each(person)('of an individual %s is refused by name', async (_case, change, field, message) => {
    const { send, form } = await applicant();
    const wrong = change['designs'] === 'contract' ? { designs: form.contract } : change;
    expect(await send(certifySave, { ...form, ...wrong })).toMatchObject({ code: 1001, fields: { [field]: message } });
    expect(await info(send)).toBeNull();
  });

  const firm: typeof person = [
    ['name', { name: '' }, 'name', '请输入企业名称'],
    ['type', { type: '8' }, 'type', '企业类型不在可选范围内'],
    ['business_license', { business_license: '' }, 'business_license', '请上传营业执照'],
    ['qualification', { qualification: '' }, 'qualification', '请上传资质证书'],
    ['contact_phone', { contact_phone: '电话' }, 'contact_phone', '请输入正确的手机号或座机号'],
    ['contract', { contract: '' }, 'contract', '请上传合同文件'],
    ['employees', { employees: '/files/nobody.jpg' }, 'employees', '上传的文件不存在或已过期，请重新上传'],
    ['devices', { devices: 'x' }, 'devices', '设备地址有误'],
  ];
  it.each(firm)('of an enterprise %s is refused by name', async (_case, change, field, message) => {
    const { send, form } = await applicant(2);
    expect(await send(certifySave, { ...form, ...change })).toMatchObject({ code: 1001, fields: { [field]: message } });
  });

  it('an enterprise may be called at its switchboard', async () => {
    const { send, form } = await applicant(2);
    expect(await send(certifySave, { ...form, contact_phone: '07978123456' })).toMatchObject({ ok: true });
  });

  it('somebody else’s papers are taken from nobody, nor is a public picture', async () => {
    const { send, form } = await applicant();
    const theirs = await uploadPaper(portal.as(await buildUser(portal.db)));
    const gone = { fields: { designs: '上传的文件不存在或已过期，请重新上传' } };
    expect(await send(certifySave, { ...form, designs: theirs.url })).toMatchObject(gone);
    const open = await uploadPicture(send);
    expect(await send(certifySave, { ...form, designs: open })).toMatchObject(gone);
    expect(await info(send)).toBeNull();
  });

  it('[A-07] of the other kind they are refused', async () => {
    const { send } = await applicant(1);
    const firmForm = await buildForm(send, 2);
    expect(await send(certifySave, firmForm)).toMatchObject({
      code: 1003,
      message: '您的账户是个人账户，请使用个人认证',
    });
    const other = await applicant(2);
    expect(await other.send(certifySave, await buildForm(other.send, 1))).toMatchObject({ code: 1003 });
  });

  it('the same form twice is one application, another one has to wait', async () => {
    const { send, form } = await applicant();
    const again = { ...form, requestId: 'form-0001' };
    const replies = await Promise.all([send(certifySave, again), send(certifySave, again)]);
    expect(replies.map((reply) => reply.ok && reply.data.id)).toEqual([expect.any(String), expect.any(String)]);
    expect(await send(certifyList, {})).toMatchObject({ count: 1 });
    expect(await send(certifySave, form)).toMatchObject({
      code: 1005,
      message: '认证正在审核中，审核结果出来前不能修改',
    });
  });

  it('asks for a sign-in, and shows nobody another’s', async () => {
    const { id, form } = await applied();
    expect(await portal.send(certifySave, form)).toMatchObject({ code: 1002 });
    expect(await portal.as(await buildUser(portal.db))(certifyInfo, { id })).toMatchObject({ code: 1004 });
  });

  it('what identifies a person lies sealed, bound to its row', async () => {
    const { id, user } = await applied();
    const uploads = await portal.db.selectFrom('uploads').selectAll().where('owner_id', '=', user.id).execute();
    expect(uploads.length).toBeGreaterThan(0);
    // Bytes are looked at as bytes: written out as hex they would hide what they hold.
    const kept = [await rowOf(id), ...uploads].flatMap((row) => Object.values<unknown>(row));
    const bytes = kept.map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))));
    expect(bytes.filter((value) => value.includes('13800001234') || value.includes('zhiyuan'))).toEqual([]);
    expect(bytes.filter((value) => value.includes('陈知远'))).toEqual([]);
    const moved = await applied();
    const { sealed, key_id } = await rowOf(id);
    await portal.db.updateTable('certifications').set({ sealed, key_id }).where('id', '=', moved.id).execute();
    const log = await moved.send(certifyInfo, {});
    expect(log).toMatchObject({ code: 1500 });
    expect(user.id).not.toBe(moved.user.id);
  });

  it('names that lay in clear from before are sealed, and read the same before and after', async () => {
    const { keeper } = await buildShop(portal.db, { certified: true, shop_name: '三榫制造' });
    const reader = { db: portal.db, secret: portal.app.services.secret };
    const nameNow = async () => (await passedCertifications(reader, [keeper.id])).get(keeper.id)?.name;
    expect(await nameNow()).toBe('三榫制造');
    expect(await sealNames(portal.db, reader.secret)).toBeGreaterThan(0);
    expect(await nameNow()).toBe('三榫制造');
    expect(await sealNames(portal.db, reader.secret)).toBe(0);
  });
});

describe('[A-06] a passed certification', () => {
  it('is shown wherever its name is, binds cards to its name, and cannot be changed', async () => {
    const { id: shopId, keeper } = await buildShop(portal.db, { shop_name: '榫卯坊' });
    const send = portal.as(keeper);
    const { id } = dataOf(await send(certifySave, await buildForm(send, 2)));
    expect(dataOf(await portal.send(getShopInfo, { id: shopId })).certified).toBe(false);
    const told: string[] = [];
    const end = portal.app.services.bus.subscribe(({ tags }) => told.push(...tags));
    dataOf(await pass(id));
    end();
    expect(told).toContain('certified');
    // The search hears of it too: a hit shows the badge.
    const heard = await portal.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('event', '=', 'shop.changed')
      .execute();
    expect(heard.map(({ payload }) => payload)).toContainEqual({ shopId });
    expect(dataOf(await portal.send(getShopInfo, { id: shopId })).certified).toBe(true);
    const card = { bank_name: '赣州银行', bank_account: newCardNumber(), truename: '陈禾' };
    expect(await send(bindBank, card)).toMatchObject({
      fields: { truename: '持卡人须与认证名称一致：赣州三榫家具制造有限公司' },
    });
    expect(await send(certifySave, await buildForm(send, 2))).toMatchObject({
      code: 1005,
      message: '您已通过认证，资料有变化请联系客服',
    });
    expect(await info(send)).toMatchObject({ status: passed, statusName: '认证成功' });
  });

  it('tells others what became of it, once a decision', async () => {
    const { id, user } = await applied();
    dataOf(await refuse(id, { name: '看不清' }));
    const events = await portal.db
      .selectFrom('outbox_events')
      .select(['event', 'payload'])
      .where('event', 'like', 'certification.%')
      .execute();
    const own = events.filter(({ payload }) => (payload as { userId: string }).userId === user.id);
    expect(own).toEqual([
      { event: 'certification.submitted', payload: { userId: user.id, certificationId: id, cause: `${id}:1` } },
      {
        event: 'certification.decided',
        payload: { userId: user.id, certificationId: id, decision: 'failed', cause: `${id}:1` },
      },
    ]);
  });
});
