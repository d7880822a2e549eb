import { describe, expect, it } from 'vitest';
import { certifySave } from '../../../contract/certification.ts';
import { operatorCertification } from '../../../contract/operator/certification.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { removeUnused } from '../uploads/use.ts';
import { uploadPaper } from './build.ts';
import { certificationScene } from './scene.ts';

const portal = await startPortal();
const { desk, applicant, applied, pass, refuse, info, rowOf } = await certificationScene(portal);
const { pending, passed, failed } = certificationStatus;

describe('[A-06] after a refusal', () => {
  const reasons = { contact_phone: '电话打不通', designs: '作品看不清，请重新上传' };

  it('only what was refused is asked for, and only that is taken', async () => {
    const { send, id, form } = await applied();
    dataOf(await refuse(id, reasons));
    expect(await info(send)).toMatchObject({
      status: failed,
      statusName: '认证失败',
      refused: [
        { item: 'contact_phone', label: '联系人电话', reason: '电话打不通' },
        { item: 'designs', label: '设计作品', reason: '作品看不清，请重新上传' },
      ],
    });
    const lacking = { account_type: '1', contact_phone: '13900005678' };
    expect(await send(certifySave, lacking)).toMatchObject({ fields: { designs: '请上传设计作品' } });
    expect((await rowOf(id)).status).toBe(failed);

    const anew = await uploadPaper(send);
    dataOf(
      await send(certifySave, {
        ...lacking,
        designs: anew.url,
        name: '另一个人',
        contact_email: 'x@y.com',
        address_detail: '别处',
      }),
    );
    expect(await info(send)).toMatchObject({
      id,
      status: pending,
      name: '陈知远',
      contact_email: 'zhiyuan.chen@example.com',
      contact_phone: '13900005678',
      designs: anew.url,
      qualification: form.qualification,
      address_detail: '',
      refused: [],
    });
  });

  it('[P-02] the desk is told what was handed in anew, and why it had been refused', async () => {
    const { send, id } = await applied();
    const anew = async () => {
      const { items } = dataOf(await desk(operatorCertification, { id }));
      return items.filter(({ answers }) => answers !== '').map(({ item, answers }) => [item, answers]);
    };
    expect(await anew()).toEqual([]);
    dataOf(await refuse(id, reasons));
    expect(await anew()).toEqual([]);
    const designs = (await uploadPaper(send)).url;
    dataOf(await send(certifySave, { account_type: '1', contact_phone: '13900005678', designs }));
    expect(await anew()).toEqual([
      ['contact_phone', '电话打不通'],
      ['designs', '作品看不清，请重新上传'],
    ]);
    // A second refusal names less: only what answers that one is new.
    dataOf(await refuse(id, { contact_phone: '还是打不通' }, 2));
    dataOf(await send(certifySave, { account_type: '1', contact_phone: '13900005679' }));
    expect(await anew()).toEqual([['contact_phone', '还是打不通']]);
  });

  it('an operator who looked at what was handed in before cannot decide over what came since', async () => {
    const { send, id } = await applied();
    dataOf(await refuse(id, { contact_phone: '电话打不通' }));
    dataOf(await send(certifySave, { account_type: '1', contact_phone: '13900005678' }));
    expect(await pass(id, 1)).toMatchObject({ code: 1005, message: '申请人已经重新提交了资料，请刷新后重新审核' });
    expect(await pass(id, 2)).toMatchObject({ ok: true });
    expect(await pass(id, 2)).toMatchObject({ code: 1005, message: '这份认证现在是「认证成功」，已由同事处理' });
  });

  it('a form whose answer was lost and that comes again after the refusal is no answer to it', async () => {
    const { send, form } = await applicant();
    const sent = { ...form, requestId: 'form-lost-1' };
    const { id } = dataOf(await send(certifySave, sent));
    dataOf(await refuse(id, { contact_phone: '电话打不通' }));
    expect(dataOf(await send(certifySave, sent))).toEqual({ id, status: failed });
    expect(await rowOf(id)).toMatchObject({ status: failed, revision: 1, refusals: { contactPhone: '电话打不通' } });
  });

  it('a page that shows an earlier refusal, or none yet, answers no later one', async () => {
    const { send, id } = await applied();
    dataOf(await refuse(id, { contact_phone: '电话打不通' }));
    const stale = { code: 1005, message: '这份认证已有新的审核结果，请刷新页面，按最新的意见修改' };
    const answer = { account_type: '1', contact_phone: '13900005678' };
    expect(await send(certifySave, { ...answer, revision: '0' })).toMatchObject(stale);
    dataOf(await send(certifySave, { ...answer, revision: '1' }));
    dataOf(await refuse(id, { contact_phone: '还是打不通' }, 2));
    expect(await send(certifySave, { ...answer, revision: '1' })).toMatchObject(stale);
    expect(await rowOf(id)).toMatchObject({ status: failed, revision: 2 });
    dataOf(await send(certifySave, { ...answer, revision: '2' }));
    expect((await info(send))?.revision).toBe(3);
  });

  it('handed in again while an operator decides, it is one or the other', async () => {
    const { send, id } = await applied();
    dataOf(await refuse(id, { contact_phone: '电话打不通' }));
    const answer = { account_type: '1', contact_phone: '13900005678', revision: '1' };
    const [again, early] = await Promise.all([send(certifySave, answer), pass(id, 2)]);
    expect(again).toMatchObject({ ok: true });
    expect([true, 1005]).toContain(early.ok || early.code);
    expect((await rowOf(id)).status).toBe(early.ok ? passed : pending);
    const twice = await Promise.all([send(certifySave, answer), send(certifySave, answer)]);
    expect(twice.map((reply) => !reply.ok && reply.code)).toEqual([1005, 1005]);
    expect((await rowOf(id)).revision).toBe(2);
  });

  it('what a firm does is said anew when it was refused', async () => {
    const { send, id } = await applied(2);
    dataOf(await refuse(id, { type: '执照上是供销' }));
    expect(await send(certifySave, { account_type: '2' })).toMatchObject({
      code: 1001,
      fields: { type: '请重新选择企业类型' },
    });
    dataOf(await send(certifySave, { account_type: '2', type: '7' }));
    expect(await info(send)).toMatchObject({ type: 7, status: pending });
  });

  it('the address belongs to the region: shown to the desk with it, given anew with it', async () => {
    const { send, form } = await applicant();
    const { id } = dataOf(await send(certifySave, { ...form, address_detail: '龙岭镇家具大道 8 号' }));
    const shown = dataOf(await desk(operatorCertification, { id })).items.find(({ item }) => item === 'provice');
    expect(shown?.text).toBe('江西省赣州市 龙岭镇家具大道 8 号');
    dataOf(await refuse(id, { provice: '与执照不符' }));
    const place = { account_type: '1', provice: '33', city: '3301', address_detail: '西湖区 1 号' };
    dataOf(await send(certifySave, place));
    expect(await info(send)).toMatchObject({ region: '浙江省杭州市', address_detail: '西湖区 1 号' });
    dataOf(await refuse(id, { provice: '与执照不符' }, 2));
    dataOf(await send(certifySave, { account_type: '1', provice: '36', city: '3607' }));
    expect((await info(send))?.address_detail).toBe('');
  });

  it('what is optional may be taken back', async () => {
    const { send, form } = await applicant(2);
    const photo = await uploadPaper(send);
    const { id } = dataOf(await send(certifySave, { ...form, devices: photo.url }));
    dataOf(await refuse(id, { devices: '不是你们的车间' }));
    dataOf(await send(certifySave, { account_type: '2' }));
    expect(await info(send)).toMatchObject({ status: pending, devices: '' });
  });

  it('papers that were replaced are removed after a day, those that are kept stay', async () => {
    const { send, id, form } = await applied();
    dataOf(await refuse(id, { designs: '看不清' }));
    const before = await uploadPaper(send);
    dataOf(await send(certifySave, { account_type: '1', designs: before.url }));
    dataOf(await refuse(id, { designs: '还是看不清' }, 2));
    const after = await uploadPaper(send);
    dataOf(await send(certifySave, { account_type: '1', designs: after.url }));
    const { storage } = portal.app.services;
    await removeUnused(portal.db, storage, new Date(portal.clock.now().getTime() + 25 * 3_600_000));
    const there = async (url: unknown) => (await storage.head(`private/${String(url).split('/')[3]}/full`)) !== null;
    expect([await there(before.url), await there(after.url), await there(form.qualification)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
