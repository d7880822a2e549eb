import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { OrderSummary } from './wire.ts';

type Order = Pick<OrderSummary, 'demandNid' | 'stage' | 'category' | 'productLineNid' | 'actions'>;

/** The publish form of a stage, going on with a product line. */
export const followOnPath = (stage: Pick<Stage, 'key'>, order: Pick<Order, 'category' | 'productLineNid'>): string =>
  `/publish?stage=${stage.key}&type=${order.category}&line=${order.productLineNid}`;

/** Actions of the process that are a form to fill in: where each leads. Where there is nothing to lead to, there is no button. */
const ways: Readonly<
  Record<string, (order: Order) => { to: string; label: string; tone: 'wood' | 'line' } | undefined>
> = {
  followOn: (order) => {
    const next = stages[stages.findIndex(({ key }) => key === order.stage) + 1];
    return next && { to: followOnPath(next, order), label: `发布${next.name}需求`, tone: 'wood' };
  },
  raiseAgain: (order) => {
    const stage = stages.find(({ key }) => key === order.stage);
    return stage && { to: followOnPath(stage, order), label: '重新发布', tone: 'wood' };
  },
  editTerms: ({ demandNid }) => ({ to: `/personal/order/${demandNid}/edit`, label: '修改需求', tone: 'line' }),
};

/** The buttons of an order that lead to a form; what cannot be done now says why, or is left out. */
export function LineLinks({ order, brief }: { order: Order; brief: boolean }) {
  return order.actions.map(({ action, enabled, reason }) => {
    const way = ways[action]?.(order);
    if (!way || (brief && !enabled)) return null;
    return enabled ? (
      <ButtonLink key={action} tone={way.tone} to={way.to}>
        {way.label}
      </ButtonLink>
    ) : (
      <Button key={action} tone={way.tone} disabled title={reason} aria-description={reason}>
        {way.label}
      </Button>
    );
  });
}
