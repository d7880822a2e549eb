import { expect, test } from 'vitest';
import { publishedWords } from './published-words.ts';

test('[P-03] who publishes is told whether visitors see it now, and when else', () => {
  const told = (state: Parameters<typeof publishedWords>[0]['state']) =>
    publishedWords({ kind: 'banner', state, from: 1_795_320_000 });
  expect(told('shown')).toBe('已发布，访客现在就能看到');
  expect(told('queued')).toMatch(/^已发布，正在排队：这里同时展示前 \d+ 条，排到前面访客才看得到$/);
  expect(told('waiting')).toMatch(/^已发布，2026年11月\d+日 \d\d:\d\d 开始展示$/);
  expect(told('over')).toBe('已发布，但展示时间已经过了，访客看不到');
});
