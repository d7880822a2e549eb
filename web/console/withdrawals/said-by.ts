import type { OperatorWithdrawal } from '../../../contract/operator/wallet.ts';
import { momentText } from '../../ui/time.ts';

/** Whose words there are so far. */
export function saidBy({ approval, firstBy, firstTime, decidedBy }: OperatorWithdrawal): string {
  if (firstTime === null) return decidedBy && `${decidedBy} 处理`;
  const first = `${firstBy} ${momentText(firstTime)} 通过`;
  if (approval === 'second') return `${first}，等另一位复核`;
  return `${first}，${decidedBy} 处理`;
}
