import { beforeAll, describe, expect, it } from 'vitest';
import { bindBank, getBankList, mostCards, unbindBank, withdrawApply } from '../../../contract/wallet.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, buildUser } from '../accounts/build.ts';
import { buildCertified, buildSaver, newCardNumber } from './build.ts';
import { cardSeal } from './card-seal.ts';
import { holderSweep } from './cards.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const bank = { bank_name: '中国工商银行', truename: '陈禾' };
const wrong = '请输入正确的银行卡号，15至19位数字，不以0开头';

describe('[A-03] bank cards', () => {
  it('are bound, listed with their last four digits alone, and unbound', async () => {
    const send = portal.as(await buildUser(portal.db));
    const card = dataOf(await send(bindBank, { ...bank, bank_account: '6222 0202 0011 2233 445' }));
    expect(card).toEqual({ id: expect.any(String), ...bank, bank_account: '**** **** **** 3445' });
    expect(dataOf(await send(getBankList, {}))).toEqual([card]);
    dataOf(await send(unbindBank, { id: card.id }));
    expect(dataOf(await send(getBankList, {}))).toEqual([]);
    expect(await send(unbindBank, { id: card.id })).toMatchObject({ code: 1004 });
  });

  it.each([
    ['', '请输入银行卡号'],
    ['12345678901234', wrong],
    ['12345678901234567890', wrong],
    ['022202020011223344', wrong],
    ['62220202001122334x', wrong],
    ["6222020200112233'; drop table bank_cards", wrong],
  ])('the number %j is refused', async (bank_account, message) => {
    const send = portal.as(await buildUser(portal.db));
    const reply = await send(bindBank, { ...bank, bank_account });
    expect(reply).toMatchObject({ code: 1001, fields: { bank_account: message } });
  });

  it('of 15 and of 19 digits are taken, also as people copy and type them', async () => {
    const send = portal.as(await buildUser(portal.db));
    for (const bank_account of ['622202020011223', '622202-0200-1122-334-45', '６２２２０２０２００１１２２３３'])
      expect(await send(bindBank, { ...bank, bank_account })).toMatchObject({ ok: true });
  });

  it('bank and holder are needed', async () => {
    const send = portal.as(await buildUser(portal.db));
    expect(await send(bindBank, { bank_name: '', bank_account: newCardNumber(), truename: '' })).toMatchObject({
      code: 1001,
      fields: { bank_name: '请选择开户银行', truename: '请输入持卡人姓名' },
    });
  });

  it('number and holder stand nowhere in the database, and are sealed for one row', async () => {
    const number = newCardNumber();
    const { id, cardId } = await buildSaver(portal, 0, { number, name: '陈知禾' });
    const row = await portal.db.selectFrom('bank_cards').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(number);
    const bytes = [row.sealed, row.sealed_name].map((one) => one?.toString('utf8') ?? '');
    expect([JSON.stringify(row), ...bytes].filter((value) => value.includes('陈知禾'))).toEqual([]);
    expect(row.sealed.toString('latin1')).not.toContain(number.slice(0, 6));
    const seal = cardSeal(portal.app.services.secret);
    const sealed = { keyId: row.key_id, sealed: row.sealed };
    expect(seal.open(sealed, { cardId, userId: id })).toBe(number);
    expect(() => seal.open(sealed, { cardId, userId: cardId })).toThrow(/authenticate/);
    expect(seal.holderOf(row)).toBe('陈知禾');
    expect(() => seal.holderOf({ ...row, user_id: cardId })).toThrow(/authenticate/);
    expect(() => seal.holderOf({ ...row, sealed_name: row.sealed })).toThrow(/authenticate/);
    const bent = Buffer.from(row.sealed);
    bent[14] = (bent[14] ?? 0) ^ 1;
    expect(() => seal.open({ ...sealed, sealed: bent }, { cardId, userId: id })).toThrow(/authenticate/);
    expect(() => cardSeal('another secret of an installation').open(sealed, { cardId, userId: id })).toThrow(/key/);
    const again = seal.seal(number, { cardId, userId: id });
    expect(again.sealed.equals(row.sealed)).toBe(false);
    expect(seal.index(number, id).equals(row.number_index)).toBe(true);
  });

  it('a holder that lay in clear from before is sealed, and reads the same before and after', async () => {
    const { cardId, ...saver } = await buildSaver(portal, 500_00, { name: '林知木' });
    const send = portal.as(saver);
    const clear = { true_name: '林知木', name_key_id: null, sealed_name: null };
    await portal.db.updateTable('bank_cards').set(clear).where('id', '=', cardId).execute();
    const read = async () => dataOf(await send(getBankList, {}))[0]?.truename;
    expect(await read()).toBe('林知木');
    const { db } = portal;
    await holderSweep.run(portal.app.services, new AbortController().signal);
    const named = db.selectFrom('bank_cards').select('id').where('true_name', 'is not', null);
    expect(await named.execute()).toEqual([]);
    expect(await read()).toBe('林知木');
    const wish = { bank_id: cardId, money: '100', password: builtPassword };
    expect(dataOf(await send(withdrawApply, wish)).truename).toBe('林知木');
  });

  it('the same card sent twenty times at once is one card; another holder for it is refused; anybody else may have it', async () => {
    const send = portal.as(await buildUser(portal.db));
    const bank_account = newCardNumber();
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(bindBank, { ...bank, bank_account })));
    const [mine = '', ...others] = new Set(replies.map((reply) => dataOf(reply).id));
    expect(others).toEqual([]);
    expect(await send(bindBank, { ...bank, truename: '林木匠', bank_account })).toMatchObject({
      code: 1001,
      fields: { bank_account: '这张卡已经绑定过了（中国工商银行，陈禾），要改请先解绑' },
    });
    const other = portal.as(await buildUser(portal.db));
    const theirs = dataOf(await other(bindBank, { ...bank, bank_account }));
    expect(await send(unbindBank, { id: theirs.id })).toMatchObject({ code: 1004 });
    dataOf(await send(unbindBank, { id: mine }));
    expect(await send(bindBank, { ...bank, truename: '林木匠', bank_account })).toMatchObject({ ok: true });
  });

  it('whoever is certified binds cards of that name only', async () => {
    const user = await buildUser(portal.db);
    await buildCertified(portal.db, user.id, '赣州三榫家具有限公司');
    const send = portal.as(user);
    expect(await send(bindBank, { ...bank, bank_account: newCardNumber() })).toMatchObject({
      code: 1001,
      fields: { truename: '持卡人须与认证名称一致：赣州三榫家具有限公司' },
    });
    const card = { ...bank, truename: '赣州三榫家具有限公司', bank_account: newCardNumber() };
    expect(await send(bindBank, card)).toMatchObject({ ok: true });
  });

  it('are ten at most, also when sent at once', async () => {
    const send = portal.as(await buildUser(portal.db));
    const replies = await Promise.all(
      Array.from({ length: mostCards + 3 }, () => send(bindBank, { ...bank, bank_account: newCardNumber() })),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(mostCards);
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ code: 1005 });
  });

  it('one that money is on its way to stays bound', async () => {
    const saver = await buildSaver(portal, 5000);
    const send = portal.as(saver);
    dataOf(await send(withdrawApply, { bank_id: saver.cardId, money: '20', password: builtPassword }));
    expect(await send(unbindBank, { id: saver.cardId })).toMatchObject({
      code: 1005,
      message: '有提现正在打到这张卡，到账或退回后才能解绑',
    });
  });

  it('ask for a sign-in', async () => {
    expect(await portal.send(getBankList, {})).toMatchObject({ code: 1002 });
    expect(await portal.send(bindBank, { ...bank, bank_account: newCardNumber() })).toMatchObject({ code: 1002 });
  });
});
