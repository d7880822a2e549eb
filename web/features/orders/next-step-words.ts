import { orderStatus } from '../../../contract/statuses.ts';
import { momentText } from '../../ui/time.ts';
import type { NextStep, OrderSummary } from './wire.ts';

/** 2026年12月3日 14:02，无人投标，需求自动关闭 */
export const nextStepText = ({ at, what }: Pick<NextStep, 'at' | 'what'>): string =>
  at === null ? what : `${momentText(at)}，${what}`;

/** Until when one may tender, where the next step itself comes at another time; '' otherwise. */
export const closingText = ({
  orderStatus: status,
  issueEndTime,
  nextStep,
}: Pick<OrderSummary, 'orderStatus' | 'issueEndTime' | 'nextStep'>): string =>
  status === orderStatus.tendering && nextStep.at !== issueEndTime ? `招标截止时间 ${momentText(issueEndTime)}` : '';
