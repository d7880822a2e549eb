import { durationText } from '../../../contract/duration.ts';
import type { Health } from '../../../contract/operator/health.ts';

/** What waits is never told without how long the oldest of it has. */

export const outboxText = ({ waiting, oldest }: Health['outbox']): string =>
  waiting === 0 ? '没有积压' : `积压 ${waiting} 件，最早的等了 ${durationText(oldest)}`;

/** Where nothing needs anybody: what still tries by itself is not all well. */
export function quietText({ queues, deliveries }: Pick<Health, 'queues' | 'deliveries'>): string {
  const retrying = queues.reduce((sum, queue) => sum + queue.retrying, deliveries.retrying);
  return `${retrying > 0 ? `没有要处理的，${retrying} 件失败过的还在自动重试` : '一切正常'}，每 30 秒更新`;
}

export const deliveriesText = ({ waiting, retrying, failed, oldest }: Health['deliveries']): string =>
  [
    waiting === 0 ? '没有待发的' : `待发 ${waiting} 条，最早的等了 ${durationText(oldest)}`,
    ...(retrying > 0 ? [`其中 ${retrying} 条发送失败过，还在重试`] : []),
    ...(failed > 0 ? [`${failed} 条没有送达，已停止重试`] : []),
  ].join('；');
