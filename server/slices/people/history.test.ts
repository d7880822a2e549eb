import { describe, expect, it } from 'vitest';
import { certifySave } from '../../../contract/certification.ts';
import { decideCase } from '../../../contract/operator/cases.ts';
import { decideCertification } from '../../../contract/operator/certification.ts';
import { moderate, moderationItem } from '../../../contract/operator/moderation.ts';
import { operatorPerson, suspendPerson } from '../../../contract/operator/people.ts';
import { personHistory } from '../../../contract/operator/person-history.ts';
import { openDispute } from '../../../contract/order-disputes.ts';
import { reportContent } from '../../../contract/reports.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildForm } from '../certification/build.ts';
import { buildOrder } from '../orders/build.ts';
import { buildShop } from '../shop/build.ts';
import { buildTopic } from '../topics/build.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;

const user = (more: Parameters<typeof buildUser>[1] = {}) => buildUser(db, { now: clock.now(), ...more });
const operator = async (...operatorRoles: OperatorRole[]) => portal.as(await user({ operatorRoles }));
const admin = await operator('admin');

describe('[P-02] [P-04] what is known of a person beside what waits for a word', () => {
  it('decisions with their reasons, reports, disputes, suspensions and open orders', async () => {
    const [person, other] = [await user({ nickName: '老禾', accountType: 2 }), await user()];
    const send = portal.as(person);
    // A certification that was refused.
    const { id: paper } = dataOf(await send(certifySave, await buildForm(send, 2)));
    const refusal = { revision: '1', decision: 'refuse', reasons: JSON.stringify({ name: '与执照不符' }) } as const;
    dataOf(await admin(decideCertification, { id: paper, ...refusal }));
    clock.advance(1000);
    // A case that was refused.
    const shop = await buildShop(db, { user_id: person.id });
    const waits = {
      shop_id: shop.id,
      name: '榫卯床',
      review_status: shopCaseStatus.pending,
      submitted_at: clock.now(),
    };
    const caseId = await buildCase(db, waits);
    dataOf(await admin(decideCase, { id: caseId, version: '1', decision: 'refuse', reason: '图片有水印' }));
    clock.advance(1000);
    // A topic that was reported and hidden, and one that waits.
    const [hidden, open] = [
      await buildTopic(db, { user_id: person.id, title: '加微信领图纸' }),
      await buildTopic(db, { user_id: person.id, title: '低价转让' }),
    ];
    for (const id of [hidden, open]) {
      dataOf(await portal.as(other)(reportContent, { kind: 'topic', id, reason: 'advert', words: '' }));
      clock.advance(1000);
    }
    const { version } = dataOf(await admin(moderationItem, { kind: 'topic', id: hidden }));
    dataOf(await admin(moderate, { kind: 'topic', id: hidden, version, decision: 'hide', reason: '含有广告' }));
    clock.advance(1000);
    // An order in dispute.
    const { nid } = await buildOrder(services, { owner: other, provider: person, so: 'accepted', amountFen: 100_000 });
    const words = '做到一半没有人回话，图纸也没有给，只好请平台来看一看';
    const split = { ownerAmount: '0', providerAmount: '0' };
    dataOf(await portal.as(other)(openDispute, { demandNid: nid, reason: words, ...split }));
    clock.advance(1000);
    dataOf(await admin(suspendPerson, { id: person.id, reason: '多次发布广告' }));

    const known = dataOf(await admin(personHistory, { id: person.id }));
    expect(known).toMatchObject({
      nickname: '老禾',
      typeName: '企业',
      status: 2,
      certification: '认证失败',
      openOrders: 1,
      decisions: {
        count: 3,
        against: 3,
        rows: [
          { kindName: '话题', title: '加微信领图纸', outcome: '隐藏', reason: '含有广告' },
          { kindName: '案例', title: '榫卯床', outcome: '不通过', reason: '图片有水印' },
          { kindName: '认证', title: '', outcome: '驳回', reason: '与执照不符' },
        ],
      },
      reports: {
        count: 2,
        open: 1,
        rows: [
          { title: '低价转让', reason: '广告营销', outcome: '' },
          { title: '加微信领图纸', outcome: '已隐藏' },
        ],
      },
      disputes: { count: 1, open: 1, rows: [{ demandNid: nid, side: 'provider', began: false, outcome: '' }] },
      suspensions: [{ reason: '多次发布广告', ended: null }],
    });
    // The other side of the same dispute, of whom there is nothing else to tell.
    expect(dataOf(await admin(personHistory, { id: other.id }))).toMatchObject({
      certification: '',
      openOrders: 1,
      decisions: { count: 0, rows: [] },
      reports: { count: 0, open: 0, rows: [] },
      disputes: { count: 1, rows: [{ side: 'owner', began: true }] },
      suspensions: [],
    });
    // The page of the person tells of the same reports; neither names who reported.
    const { reports } = dataOf(await admin(operatorPerson, { id: person.id }));
    expect(reports).toEqual(known.reports);
    expect(JSON.stringify(known)).not.toContain(person.mobile);
    expect(JSON.stringify(reports)).not.toContain(other.id);
  });

  it('is for every role and for nobody else, and the look is noted', async () => {
    const person = await user();
    for (const role of ['reviewer', 'moderator', 'finance', 'auditor'] as const)
      dataOf(await (await operator(role))(personHistory, { id: person.id }));
    const seen = db.selectFrom('audit_entries').select('action').where('subject_id', '=', person.id);
    expect(await seen.execute()).toEqual(Array.from({ length: 4 }, () => ({ action: 'user.seen' })));
    expect(await portal.as(person)(personHistory, { id: person.id })).toMatchObject({ code: 1003 });
    expect(await portal.send(personHistory, { id: person.id })).toMatchObject({ code: 1002 });
    // Operators are no people of the portal.
    const colleague = await user({ operatorRoles: ['finance'] });
    expect(await admin(personHistory, { id: colleague.id })).toMatchObject({ code: 1004 });
  });
});
