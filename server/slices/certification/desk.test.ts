import { describe, expect, it } from 'vitest';
import { certifySave } from '../../../contract/certification.ts';
import {
  decideCertification,
  operatorCertification,
  operatorCertifications,
} from '../../../contract/operator/certification.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { queueList } from '../../../contract/operator/queues.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { alsoOperator } from '../operators/build.ts';
import { buildForm } from './build.ts';
import { certificationScene } from './scene.ts';

const portal = await startPortal();
const { reviewer, desk, applied, pass, refuse, rowOf } = await certificationScene(portal);
const { pending, failed } = certificationStatus;

describe('[P-02] looking at papers', () => {
  it('is for reviewers and admins, auditors look on', async () => {
    const { id } = await applied();
    const as = async (operatorRoles: OperatorRole[]) => portal.as(await buildUser(portal.db, { operatorRoles }));
    expect(await (await as(['finance']))(operatorCertification, { id })).toMatchObject({ code: 1003 });
    expect(await (await as(['finance']))(operatorCertifications, {})).toMatchObject({ code: 1003 });
    const auditor = await as(['auditor']);
    expect(dataOf(await auditor(operatorCertification, { id })).actions).toMatchObject([
      { action: 'pass', enabled: false, reason: '只有审核或管理员可以审核认证' },
      { action: 'refuse', enabled: false },
    ]);
    // Who does not decide reveals nothing: of people, contacts and papers nothing but that they are there.
    const looked = dataOf(await auditor(operatorCertification, { id }));
    expect(looked.name).toBe('陈**');
    expect(looked.items.flatMap(({ files }) => files)).toEqual([]);
    expect(looked.items.filter(({ covered }) => covered).map(({ item, text }) => [item, text])).toEqual([
      ['name', '陈**'],
      ['qualification', ''],
      ['contact_name', ''],
      ['contact_phone', ''],
      ['contact_email', ''],
      ['authorization', ''],
      ['contract', ''],
      ['designs', ''],
    ]);
    const reviewed = dataOf(await desk(operatorCertification, { id }));
    expect(reviewed.items.some(({ covered }) => covered)).toBe(false);
    const words = reviewed.items.filter(({ item }) => /^name$|^contact_/.test(item)).map(({ text }) => text);
    expect(words.filter((word) => word === '' || JSON.stringify(looked).includes(word))).toEqual([]);
    expect(await auditor(decideCertification, { id, revision: 1, decision: 'pass' })).toMatchObject({ code: 1003 });
    const user = await buildUser(portal.db);
    expect(await portal.as(user)(operatorCertification, { id })).toMatchObject({ code: 1003 });
    expect(await (await as(['admin']))(decideCertification, { id, revision: 1, decision: 'pass' })).toMatchObject({
      ok: true,
    });
  });

  it('the queue begins with the one that waits longest, and the desk counts it', async () => {
    const fresh = await startPortal();
    const operator = fresh.as(await buildUser(fresh.db, { operatorRoles: ['reviewer'] }));
    const ids: string[] = [];
    for (const hours of [2, 1, 0]) {
      const send = fresh.as(await buildUser(fresh.db));
      ids.push(dataOf(await send(certifySave, await buildForm(send, 1))).id);
      fresh.clock.advance(hours * 60_000);
    }
    expect(dataOf(await operator(operatorCertifications, {})).map(({ id }) => id)).toEqual(ids);
    const first = await fresh.db
      .selectFrom('certifications')
      .select('submitted_at')
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow();
    expect(dataOf(await operator(getDesk, {})).parts).toContainEqual({
      key: 'certifications',
      name: '认证审核',
      waiting: 3,
      oldest: seconds(first.submitted_at ?? new Date(0)),
    });
    const pendingThree = { queues: [{ queue: String(pending), count: 3 }], first: String(pending) };
    expect(dataOf(await operator(queueList, { part: 'certifications' }))).toEqual(pendingThree);
    // Names on papers stay shut here: one that does not open spoils nothing, and nobody sees them without being noted.
    const { key_id } = await fresh.db.selectFrom('certifications').select('key_id').executeTakeFirstOrThrow();
    const row = fresh.db.updateTable('certifications').where('id', '=', ids[2] ?? '');
    await row.set({ key_id: 'another' }).execute();
    const listed = dataOf(await operator(operatorCertifications, {}));
    expect(listed).toHaveLength(3);
    expect(JSON.stringify(listed)).not.toContain('陈知远');
    await row.set({ key_id }).execute();
    const [oldest = '', second = ''] = ids;
    expect(dataOf(await operator(operatorCertification, { id: oldest })).next).toBe(second);
    const { next: afterLast } = dataOf(await operator(operatorCertification, { id: ids[2] ?? '' }));
    expect(afterLast).toBe(oldest);
    expect(dataOf(await operator(decideCertification, { id: oldest, revision: 1, decision: 'pass' })).next).toBe(
      second,
    );
    expect(dataOf(await operator(getDesk, {})).parts).toContainEqual(expect.objectContaining({ waiting: 2 }));
  });

  it('shows every item, files by links', async () => {
    const { id } = await applied(2);
    const { items } = dataOf(await desk(operatorCertification, { id }));
    expect(items.map(({ item }) => item)).toEqual([
      'name',
      'type',
      'business_license',
      'provice',
      'contact_name',
      'contact_phone',
      'contact_email',
      'qualification',
      'authorization',
      'contract',
      'employees',
      'devices',
    ]);
    const licence = items.find(({ item }) => item === 'business_license');
    const answer = await fetch(portal.url + (licence?.files[0]?.full ?? ''));
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(items.find(({ item }) => item === 'contract')?.files[0]).toMatchObject({
      name: '入驻合同_陈知远.pdf',
      small: '',
    });
  });

  it('a refusal needs a reason for each item, and items that there are', async () => {
    const { id } = await applied(2);
    expect(await refuse(id, {})).toMatchObject({ fields: { reasons: '请至少选择一项不合格的资料，并写明原因' } });
    expect(await refuse(id, { name: '' })).toMatchObject({ message: '请写明原因，申请人会看到' });
    expect(await refuse(id, { name: '字'.repeat(201) })).toMatchObject({ message: '原因最多200个字' });
    expect(await refuse(id, { designs: '太少' })).toMatchObject({ code: 1001 });
    expect(await refuse(id, { devices: '没有拍到' })).toMatchObject({
      fields: { reasons: '申请人没有提供「设备」，不能驳回这一项' },
    });
    const broken = { id, revision: 1, decision: 'refuse', reasons: '{' } as never;
    expect(await desk(decideCertification, broken)).toMatchObject({ code: 1001 });
    expect((await rowOf(id)).status).toBe(pending);
  });

  it('of two operators at once the second is told that it is done', async () => {
    const { id } = await applied();
    const other = portal.as(await buildUser(portal.db, { operatorRoles: ['admin'] }));
    const replies = await Promise.all([
      pass(id),
      other(decideCertification, { id, revision: 1, decision: 'refuse', reasons: { name: '看不清' } }),
    ]);
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ code: 1005 });
    const decided = await portal.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', id)
      .where('action', '!=', 'certification.seen')
      .execute();
    expect(decided).toHaveLength(1);
  });

  it('nobody decides over their own', async () => {
    const { id, user } = await applied();
    const own = portal.as(await alsoOperator(portal.db, user, ['reviewer'], new Date()));
    expect(await own(decideCertification, { id, revision: 1, decision: 'pass' })).toMatchObject({
      code: 1003,
      message: '不能审核自己的认证，请交给另一位同事',
    });
  });

  it('[P-06] every decision leaves who, what, before and after, why and from where', async () => {
    const { id } = await applied();
    dataOf(await refuse(id, { name: '姓名与证件不符' }));
    const [entry] = await portal.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', id)
      .where('action', '=', 'certification.failed')
      .execute();
    expect(entry).toMatchObject({
      actor_id: reviewer.id,
      subject_kind: 'certification',
      before: { status: pending, revision: 1 },
      after: { status: failed, revision: 1, refused: ['name'] },
      why: '姓名与证件不符',
      address: '127.0.0.1',
    });
    expect(entry?.actor_name).toContain('小审');
  });

  it('that papers were looked at is noted too', async () => {
    const { id } = await applied();
    dataOf(await desk(operatorCertification, { id }));
    // Fresh links for a page that lies open are no second look; a colleague's is one, and so is what came since.
    dataOf(await desk(operatorCertification, { id }));
    const seen = () => portal.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).execute();
    expect(await seen()).toEqual([{ action: 'certification.seen' }]);
    const colleague = portal.as(await buildUser(portal.db, { operatorRoles: ['auditor'] }));
    dataOf(await colleague(operatorCertification, { id }));
    expect(await seen()).toHaveLength(2);
    dataOf(await pass(id));
    dataOf(await desk(operatorCertification, { id }));
    expect((await seen()).filter(({ action }) => action === 'certification.seen')).toHaveLength(3);
  });
});
