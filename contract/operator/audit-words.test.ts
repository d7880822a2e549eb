import { describe, expect, it } from 'vitest';
import { noticeKinds } from '../notice-kinds.ts';
import { claimKinds } from './claims.ts';
import { auditKinds, isAuditKind } from './audit-kinds.ts';
import { actionName, auditField, auditHeads, deedName } from './audit-names.ts';
import { changeLines, idsIn, type KeptDeed, onlyLooked, subjectPieces, tellingLines } from './audit-words.ts';

const id = '0190a000-0000-7000-8000-000000000001';
const other = '0190a000-0000-7000-8000-000000000002';

function deed(
  action: string,
  before: object,
  after: object,
  subject: readonly [string, string] = ['user', id],
): KeptDeed {
  const [subjectKind, subjectId] = subject;
  return { action, subjectKind, subjectId, before: JSON.stringify(before), after: JSON.stringify(after) };
}
const told = (one: KeptDeed) => tellingLines(one).map(({ label, before, after }) => [label, before, after]);

describe('[P-06] the record in words', () => {
  it('calls a deed by its head and itself, and tells what it does not know as it is', () => {
    expect(actionName('certification.passed')).toBe('认证 · 通过');
    expect(actionName('case-change.refused')).toBe('案例修改 · 不通过');
    expect(actionName('dispute.ruleClose')).toBe('争议 · 裁决分账并关闭');
    expect(actionName('banner.published')).toBe('横幅 · 发布');
    for (const unknown of ['withdrawal.forgotten', 'nothing.done', 'toString', 'user.toString', ''])
      expect(actionName(unknown)).toBe(unknown);
  });

  it('says a status by whose it is', () => {
    const status = (action: string) => told(deed(action, { status: 0 }, { status: 1 }));
    expect(status('certification.passed')).toEqual([['状态', ['认证中'], ['认证成功']]]);
    expect(status('withdrawal.paid')).toEqual([['状态', ['审核中'], ['已到账']]]);
    expect(status('topic.shown')).toEqual([['状态', ['待审核'], ['已发布']]]);
    expect(status('case.approved')).toEqual([['状态', ['审核中'], ['审核通过']]]);
    expect(told(deed('payment.settled', { status: 'disputed' }, { status: 'paid', verdict: 'settled' }))).toEqual([
      ['状态', ['金额核实中'], ['支付成功']],
      ['结果', null, ['已入账']],
    ]);
  });

  it('says nothing by what it means in that field', () => {
    expect(told(deed('user.suspended', { status: 1 }, { status: 2, until: null }))).toEqual([
      ['状态', ['正常'], ['已停用']],
      ['停用到', null, ['直到恢复']],
    ]);
    expect(told(deed('user.suspended', {}, { until: 1_800_000_000 }))).toEqual([
      ['停用到', null, [{ moment: 1_800_000_000 }]],
    ]);
    expect(told(deed('audit.verified', {}, { entries: 40, brokenAt: null }))).toEqual([
      ['校验到', null, ['第 40 条']],
      ['结果', null, ['完好']],
    ]);
    expect(told(deed('audit.verified', {}, { brokenAt: 7 }))).toEqual([['结果', null, ['第 7 条有问题']]]);
  });

  it('says what is empty by what it means there, and leaves out what nobody asked for', () => {
    const seen = { settlement: '' };
    expect(told(deed('presale.contact-seen', seen, seen))).toEqual([['结算', ['未结算'], ['未结算']]]);
    const filter = { account: '', kind: 'escrow', movement: '', demandNid: '', userId: '', from: '2026-01-01' };
    expect(told(deed('ledger.exported', {}, filter))).toEqual([
      ['账户类别', null, ['订单托管']],
      ['从', null, ['2026-01-01']],
    ]);
    expect(told(deed('recommended.set', { order: [] }, { order: [id] }))).toEqual([
      ['案例', ['无'], [{ id, kind: 'case' }]],
    ]);
  });

  it('says sums, yes and no, roles and papers', () => {
    expect(told(deed('dispute.ruleClose', {}, { owner: '300.00' }))).toEqual([
      ['退回发布方的金额', null, [{ yuan: '300.00' }]],
    ]);
    expect(told(deed('operator.totp-bound', { totp: false }, { totp: true }))).toEqual([
      ['已绑定验证器', ['否'], ['是']],
    ]);
    expect(told(deed('operator.roles-set', { roles: ['finance'] }, { roles: ['admin', 'auditor'] }))).toEqual([
      ['角色', ['财务'], ['管理员、审计']],
    ]);
    expect(told(deed('certification.failed', {}, { refused: ['name', 'businessLicense'] }))).toEqual([
      ['不合格的资料', null, ['姓名或企业名称、营业执照']],
    ]);
  });

  it('says a form by what it asks for, and of it only what changed', () => {
    const before = { name: '旧标题', category: 'all', note: '', from: '', picture: '/a.jpg' };
    const after = { ...before, name: '新标题', category: 'pet', from: '1800000000' };
    expect(told(deed('banner.published', before, after))).toEqual([
      ['标题', ['旧标题'], ['新标题']],
      ['展示类别', ['全部类别'], ['宠物']],
      ['开始展示', ['未填'], [{ moment: 1_800_000_000 }]],
    ]);
    expect(told(deed('banner.saved', {}, before)).map(([label]) => label)).toEqual(['图片', '标题', '展示类别']);
    expect(changeLines(deed('banner.saved', {}, before))).toHaveLength(5);
    expect(told(deed('presale.saved', {}, { price: '1280', quantity: '200' }))).toEqual([
      ['预售价', null, [{ yuan: '1280' }]],
      ['预售数量', null, ['200 件']],
    ]);
  });

  it('tells of a look what was looked at, and that nothing changed', () => {
    const looks = (before: object, after: object) => onlyLooked(changeLines(deed('user.suspended', before, after)));
    expect(looks({ status: 1 }, { status: 1 })).toBe(true);
    expect(looks({ status: 1, until: null }, { status: 2, until: null })).toBe(false);
    expect(looks({}, { status: 1 })).toBe(false);
    expect(looks({}, {})).toBe(false);
    expect(told(deed('message.seen', { lines: '3-5' }, { lines: '3-5' }, ['message', id]))).toEqual([
      ['看到的消息', ['第 3-5 条'], ['第 3-5 条']],
    ]);
    expect(told(deed('order.seen', { status: 3 }, { status: 3 }, ['order', 'DM-2611-0093']))).toEqual([
      ['状态', ['进行中'], ['进行中']],
    ]);
  });

  it('knows ids by their kinds, wherever they stand', () => {
    expect(idsIn(deed('withdrawal.taken-over', { operator: id }, { operator: other }, ['withdrawal', 'w']))).toEqual([
      { id: 'w', kind: 'withdrawal' },
      { id, kind: 'operator' },
      { id: other, kind: 'operator' },
    ]);
    expect(idsIn(deed('ledger.exported', {}, { account: `escrow:${id}` }, ['ledger', 'entries']))).toEqual([
      { id, kind: 'order' },
    ]);
    expect(subjectPieces(deed('content.taken-over', {}, {}, ['content', `topic:${id}`]))).toEqual([
      { id, kind: 'topic' },
    ]);
    expect(subjectPieces(deed('banner.saved', {}, {}, ['content', id]))).toEqual([
      { id, kind: 'content', shelf: 'banner' },
    ]);
    expect(subjectPieces(deed('banner.ordered', {}, {}, ['content-order', 'banner/home']))).toEqual(['横幅 · 首页']);
    expect(subjectPieces(deed('recommended.set', {}, {}, ['recommended', 'design/pet']))).toEqual(['设计 · 宠物']);
    expect(subjectPieces(deed('audit.verified', {}, {}, ['audit', 'chain']))).toEqual([]);
  });

  it('tells fields and kinds that it does not know as they are', () => {
    expect(told(deed('order.seen', {}, { colour: 'red' }, ['thing', 'x']))).toEqual([['colour', null, ['red']]]);
    expect(subjectPieces(deed('order.seen', {}, {}, ['thing', 'x']))).toEqual(['x']);
  });

  it('has Chinese for every name in it, once', () => {
    const names = Object.entries(auditHeads).flatMap(([head, { deeds, fields }]) => [
      ...Object.keys(deeds).map((one) => actionName(`${head}.${one}`)),
      ...Object.keys(fields).map((one) => auditField(`${head}.x`, one)?.label ?? ''),
    ]);
    expect([...names, ...Object.values(auditKinds)].filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([]);
    const deeds = Object.entries(auditHeads).flatMap(([head, one]) =>
      Object.keys(one.deeds).map((name) => actionName(`${head}.${name}`)),
    );
    expect(deeds.length).toBe(new Set(deeds).size);
    expect(Object.values(auditKinds).length).toBe(new Set(Object.values(auditKinds)).size);
  });

  it('names what can be taken over, and every notice that may fail', () => {
    for (const kind of claimKinds) {
      expect(deedName(`${kind}.taken-over`)).toBe('从同事手中接过');
      expect(isAuditKind(kind)).toBe(true);
    }
    for (const [kind, { name }] of Object.entries(noticeKinds))
      expect(told(deed('delivery.retried', { name: 'sms', event: kind }, {}))).toEqual([
        ['渠道', ['短信'], null],
        ['通知', [name], null],
      ]);
  });
});
