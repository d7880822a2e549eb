import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MovableClock } from '../../clock.ts';
import { outboxSms, type SentSms, smsOutboxFile } from './outbox.ts';
import { type Sms, smsText } from './sms.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'omo-sms-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const clock = new MovableClock(new Date('2026-11-20T08:00:00Z'));

const lines = (): SentSms[] =>
  readFileSync(smsOutboxFile(dataDir), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SentSms);

/** What every adapter must do; `received` reads back what the other side got. */
const adapters: { name: string; sms: Sms; received: () => { mobile: string; text: string; code: string }[] }[] = [
  { name: 'outbox', sms: outboxSms(dataDir, clock), received: lines },
];

describe.each(adapters)('$name', ({ sms, received }) => {
  it('delivers number, code and words, in order', async () => {
    const first = { mobile: '13800000001', template: 'register', code: '012345', minutes: 5 } as const;
    const second = { mobile: '13800000002', template: 'reset-unknown', code: '999999', minutes: 5 } as const;
    await sms.send(first);
    await sms.send(second);
    expect(received()).toMatchObject([
      { mobile: '13800000001', code: '012345', text: smsText(first) },
      { mobile: '13800000002', code: '999999', text: smsText(second) },
    ]);
  });

  it('loses and mixes nothing when many are sent at once', async () => {
    const before = received().length;
    const codes = Array.from({ length: 50 }, (_, i) => String(i).padStart(6, '0'));
    await Promise.all(codes.map((code) => sms.send({ mobile: '13800000003', template: 'reset', code, minutes: 5 })));
    expect(
      received()
        .slice(before)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes);
  });
});

it('the outbox says when, and is for its owner alone', () => {
  expect(lines()[0]?.at).toBe('2026-11-20T08:00:00.000Z');
  expect(statSync(smsOutboxFile(dataDir)).mode & 0o077).toBe(0);
});

it('every template carries the code and how long it is good', () => {
  for (const template of ['register', 'register-known', 'reset', 'reset-unknown', 'export', 'close'] as const) {
    const text = smsText({ mobile: '13800000001', template, code: '204816', minutes: 5 });
    expect(text).toMatch(/^【智能家具产业链】/);
    expect(text).toContain('204816');
    expect(text).toContain('5分钟');
  }
});
