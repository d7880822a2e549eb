import { describe, expect, test } from 'vitest';
import { deliveriesText, outboxText, quietText } from './backlog.ts';

describe('[Z-16] what waits is told with the age of the oldest', () => {
  test.each([
    [{ waiting: 0, oldest: 0 }, '没有积压'],
    [{ waiting: 7, oldest: 7_500 }, '积压 7 件，最早的等了 2 小时 5 分钟'],
  ])('outbox %o', (outbox, text) => expect(outboxText(outbox)).toBe(text));

  const quiet = { waiting: 0, retrying: 0, failed: 0, oldest: 0, overdue: 0 };
  test.each([
    [{}, '没有待发的'],
    [{ waiting: 3, oldest: 40 }, '待发 3 条，最早的等了 40 秒'],
    [
      { waiting: 3, retrying: 1, failed: 2, oldest: 273_600 },
      '待发 3 条，最早的等了 3 天 4 小时；其中 1 条发送失败过，还在重试；2 条没有送达，已停止重试',
    ],
    [{ failed: 2 }, '没有待发的；2 条没有送达，已停止重试'],
  ])('deliveries %o', (deliveries, text) => expect(deliveriesText({ ...quiet, ...deliveries })).toBe(text));

  test('what still tries by itself is not all well', () => {
    const queues = [{ name: 'notices', waiting: 0, active: 0, retrying: 2, failed: 0 }];
    expect(quietText({ queues: [], deliveries: quiet })).toBe('一切正常，每 30 秒更新');
    expect(quietText({ queues, deliveries: { ...quiet, retrying: 1 } })).toBe(
      '没有要处理的，3 件失败过的还在自动重试，每 30 秒更新',
    );
  });
});
