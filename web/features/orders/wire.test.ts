import { expect, test } from 'vitest';
import { orderStatus } from '../../../contract/statuses.ts';
import { sentBackFor } from './wire.ts';

const step = (action: string, time: number, reason = '') =>
  ({ action, time, reason }) as Parameters<typeof sentBackFor>[0]['history'][number];
const history = [
  step('finish', 1),
  step('sendBack', 2, '漆面流挂'),
  step('finish', 3),
  step('sendBack', 4, '榫口松动'),
];

test('[O-07] the newest reason for sending work back stands until it is finished anew', () => {
  expect(sentBackFor({ orderStatus: orderStatus.working, history })).toBe('榫口松动');
  expect(sentBackFor({ orderStatus: orderStatus.delivered, history: [...history, step('finish', 5)] })).toBe('');
  expect(sentBackFor({ orderStatus: orderStatus.working, history: history.slice(0, 1) })).toBe('');
});
