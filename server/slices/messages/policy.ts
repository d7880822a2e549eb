import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { tenderOf } from '../demands/queries.ts';

type Tender = Awaited<ReturnType<typeof tenderOf>>;

/** A demand as far as speaking about it goes. */
export interface Ground {
  status: OrderStatus;
  provider_id: string | null;
}

/** Whether a conversation's bidder was chosen, or the case entrusted to them. */
export const chosen = ({ provider_id }: Pick<Ground, 'provider_id'>, partnerId: string): boolean =>
  provider_id === partnerId;

/**
 * Why the two sides of a conversation cannot write now; '' when they can. What was said stays readable. `tender` is the
 * partner's, if they ever made one.
 */
export function silence(ground: Ground, partnerId: string, tender: Tender): string {
  const { status } = ground;
  if (status === orderStatus.draft) return '需求还没有发布，不能联系';
  if (status === orderStatus.cancelled) return '订单已取消，不能再发消息';
  if (status === orderStatus.closed) return '订单已关闭，不能再发消息';
  if (chosen(ground, partnerId)) return '';
  if (status !== orderStatus.tendering) return '这份需求已选定其他承接方，不能再发消息';
  switch (tender?.status) {
    // One whose tender fell to a change of the terms may ask about them.
    case 'standing':
    case 'voided':
      return '';
    case 'withdrawn':
      return '投标已撤回，不能再发消息';
    case 'declined':
      return '本次合作没有达成，不能再发消息';
    case undefined:
      return '投标之后才能联系发布方';
  }
}
