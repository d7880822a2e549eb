import { describe, expect, it } from 'vitest';
import { claimLasts, claimOutlasts, claimsOf, releaseClaim, takeClaim } from '../../../contract/operator/claims.ts';
import { decideCertification, operatorCertification } from '../../../contract/operator/certification.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { certificationScene } from '../certification/scene.ts';

const portal = await startPortal();
const { applied } = await certificationScene(portal);
const { clock, db } = portal;

const operator = async (nickName: string, operatorRoles: OperatorRole[] = ['reviewer']) =>
  portal.as(await buildUser(db, { nickName, operatorRoles, now: clock.now() }));

const [ming, yue, boss] = [await operator('周明'), await operator('林悦'), await operator('总管', ['admin'])];

const waitsForLock = () => expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);

describe('[P-02] what one operator deals with', () => {
  it('is theirs until it runs out; a colleague is told who has it and decides nothing', async () => {
    const { id } = await applied();
    const it = { kind: 'certification', id } as const;
    expect(dataOf(await ming(takeClaim, it))).toMatchObject({ mine: true, by: '周明' });
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: false, by: '周明', takable: false });
    expect(dataOf(await yue(claimsOf, { kind: 'certification', ids: [id] }))).toMatchObject([{ id, by: '周明' }]);
    const word = { id, revision: 1, decision: 'pass' } as const;
    expect(await yue(decideCertification, word)).toMatchObject({
      code: 1005,
      message: '周明正在处理这一件，没有保存您的决定',
    });
    expect(await yue(takeClaim, { ...it, over: '1' })).toMatchObject({ code: 1005 });

    // Renewed it lasts; left alone it does not.
    clock.advance((claimLasts - 10) * 1000);
    dataOf(await ming(takeClaim, it));
    clock.advance((claimLasts - 10) * 1000);
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: false });
    clock.advance(20_000);
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: true, by: '林悦' });
    expect(await ming(decideCertification, word)).toMatchObject({ code: 1005, message: /^林悦正在处理/ });
    expect(await yue(decideCertification, word)).toMatchObject({ ok: true });
    expect(dataOf(await ming(claimsOf, { kind: 'certification', ids: [id] }))).toEqual([]);
  });

  it('is given back by who had it alone, and taken over by an admin at once, which is noted', async () => {
    const { id } = await applied();
    const it = { kind: 'certification', id } as const;
    dataOf(await ming(takeClaim, it));
    dataOf(await yue(releaseClaim, it));
    expect(dataOf(await boss(takeClaim, it))).toMatchObject({ mine: false, by: '周明', takable: true });
    expect(dataOf(await boss(takeClaim, { ...it, over: '1' }))).toMatchObject({ mine: true, by: '总管' });
    const noted = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', id)
      .where('action', '=', 'certification.taken-over')
      .execute();
    expect(noted).toHaveLength(1);
    dataOf(await boss(releaseClaim, it));
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: true });
  });

  it('outlasts its page for a moment, in which one that is only loaded again takes it anew', async () => {
    const { id } = await applied();
    const it = { kind: 'certification', id } as const;
    dataOf(await ming(takeClaim, it));
    dataOf(await ming(releaseClaim, { ...it, leaving: '1' }));
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: false, by: '周明' });
    dataOf(await ming(takeClaim, it));
    clock.advance((claimOutlasts + 1) * 1000);
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: false, by: '周明' });
    dataOf(await ming(releaseClaim, { ...it, leaving: '1' }));
    clock.advance((claimOutlasts + 1) * 1000);
    expect(dataOf(await yue(takeClaim, it))).toMatchObject({ mine: true });
    // One that has nearly run out is not made longer by it.
    clock.advance((claimLasts - 1) * 1000);
    dataOf(await yue(releaseClaim, { ...it, leaving: '1' }));
    clock.advance(2000);
    expect(dataOf(await ming(takeClaim, it))).toMatchObject({ mine: true });
  });

  it('belongs to one of many who open it at once, and is decided once', async () => {
    const { id } = await applied();
    const it = { kind: 'certification', id } as const;
    const all = [ming, yue, boss];
    const taken = await Promise.all(all.map(async (one) => dataOf(await one(takeClaim, it)).mine));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const word = { id, revision: 1, decision: 'pass' } as const;
    const said = await Promise.all(all.map((one) => one(decideCertification, word)));
    expect(said.filter(({ ok }) => ok)).toHaveLength(1);
    expect(said.filter((reply) => !reply.ok && reply.code === 1005)).toHaveLength(2);
  });

  it('is not taken over from who was quicker than the look at who has it, not even by an admin', async () => {
    const { id } = await applied();
    const it = { kind: 'certification', id } as const;
    const quicker = await buildUser(db, { nickName: '手快', operatorRoles: ['reviewer'], now: clock.now() });
    for (const one of [yue, boss]) {
      await db.deleteFrom('operator_claims').where('subject_id', '=', id).execute();
      let asked: ReturnType<typeof one> | undefined;
      // The claim is written and not committed yet, so that nobody who looks sees it.
      await db.transaction().execute(async (tx) => {
        const [taken_at, until] = [clock.now(), new Date(clock.now().getTime() + 60_000)];
        const row = { kind: it.kind, subject_id: id, operator_id: quicker.id, taken_at, until };
        await tx.insertInto('operator_claims').values(row).execute();
        asked = one(takeClaim, { ...it, over: '1' });
        await waitsForLock();
      });
      expect(asked && dataOf(await asked)).toMatchObject({ mine: false, by: '手快' });
    }
    // Over one that there is an admin may.
    expect(dataOf(await boss(takeClaim, { ...it, over: '1' }))).toMatchObject({ mine: true });
  });

  it('is not what a colleague is led to next', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      clock.advance(1000);
      ids.push((await applied()).id);
    }
    const [first = '', second = '', third = ''] = ids;
    dataOf(await ming(takeClaim, { kind: 'certification', id: second }));
    expect(dataOf(await yue(operatorCertification, { id: first })).next).toBe(third);
    expect(dataOf(await ming(operatorCertification, { id: first })).next).toBe(second);
  });

  it('is taken by those alone who may decide over it', async () => {
    const { id } = await applied();
    const finance = await operator('钱款', ['finance']);
    expect(await finance(takeClaim, { kind: 'certification', id })).toMatchObject({ code: 1003 });
    const person = portal.as(await buildUser(db));
    expect(await person(takeClaim, { kind: 'certification', id })).toMatchObject({ code: 1003 });
  });
});
