import { payWayNames, type PayWay } from '../../../contract/payments.ts';
import { days, periods } from '../../../contract/process/facts.ts';
import type { OrderFacts } from '../../../contract/process/facts.ts';
import type { Services } from '../../calls/context.ts';
import type { Gateway, GatewayCapabilities } from '../../adapters/gateway/gateway.ts';
import { offeredOf } from '../../adapters/gateway/open.ts';

/** What an order asks of a gateway. */
export interface Demands {
  /** the platform's part in hundredths of a percent */
  readonly commissionBasisPoints: number;
  /** how long its money may be held, in days */
  readonly heldDays: number;
}

/** days that the work takes where nobody named any */
const usualDays = 30;

/** The longest that what is paid now is held when all goes its way: until delivery, through acceptance and retention. */
export function demandsOf(
  facts: Pick<OrderFacts, 'retentionDays'>,
  order: { commissionBasisPoints: number; completionDays: number | undefined },
): Demands {
  const acceptance = Math.ceil(periods.affirmSilence / days(1));
  const heldDays = (order.completionDays ?? usualDays) + acceptance + facts.retentionDays;
  return { commissionBasisPoints: order.commissionBasisPoints, heldDays };
}

/** Why an order cannot be paid through a gateway of such capabilities; '' when it can. */
export function unfit(capabilities: GatewayCapabilities, { commissionBasisPoints, heldDays }: Demands): string {
  const { split, largestShareBasisPoints, freezeDays } = capabilities;
  if (freezeDays !== null && heldDays > freezeDays)
    return `该通道最多托管${freezeDays}天，短于本订单约${heldDays}天的托管期，可先充值到余额再支付`;
  if (commissionBasisPoints > (split ? largestShareBasisPoints : 0))
    return '该通道不支持本订单的分账比例，可先充值到余额再支付';
  return '';
}

/** One that may be asked; whether a new payment may go through it, {@link offeredGateway} says. */
export function gatewayOf({ gateways }: Pick<Services, 'gateways'>, way: PayWay): Gateway | undefined {
  return gateways.all.find(({ name }) => name === way);
}

export function offeredGateway({ gateways }: Pick<Services, 'gateways'>, way: PayWay): Gateway | undefined {
  return offeredOf(gateways).find(({ name }) => name === way);
}

export function offeredWays({ gateways }: Pick<Services, 'gateways'>, demands: Demands | null) {
  return offeredOf(gateways).map(({ name, capabilities }) => {
    const reason = demands === null ? '' : unfit(capabilities, demands);
    return { way: name, name: payWayNames[name], enabled: reason === '', reason };
  });
}
