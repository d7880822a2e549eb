import {
  acceptCancel,
  acceptSplit,
  addEvidence,
  counterSplit,
  getDispute,
  openDispute,
  refuseCancel,
  refuseSplit,
  requestCancel,
  withdrawCancel,
  withdrawDispute,
} from '../../../../contract/order-disputes.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { step } from '../step.ts';
import { accept, splitOf } from './answer.ts';
import * as evidence from './evidence.ts';
import { ownDispute } from './read.ts';

/** Both sides may say much to each other in an hour, a script more. */
const limit = { max: 60, per: 3600 };

export const disputeCalls: AnyImplementation[] = [
  implement(getDispute, async ({ demandNid }, context) => ({ data: await ownDispute(context, demandNid) })),
  implement(requestCancel, ({ demandNid, reason, ...split }, context) =>
    step(context, demandNid, 'requestCancel', { reason, split: splitOf(split) }),
  ),
  implement(acceptCancel, ({ demandNid, ...seen }, context) => accept(context, demandNid, 'acceptCancel', seen)),
  implement(refuseCancel, ({ demandNid, reason }, context) => step(context, demandNid, 'refuseCancel', { reason })),
  implement(withdrawCancel, ({ demandNid }, context) => step(context, demandNid, 'withdrawCancel')),
  implement(openDispute, ({ demandNid, reason, ...split }, context) =>
    step(context, demandNid, 'openDispute', { reason, split: splitOf(split) }),
  ),
  implement(counterSplit, ({ demandNid, reason, ...split }, context) =>
    step(context, demandNid, 'counterSplit', { reason, split: splitOf(split) }),
  ),
  implement(acceptSplit, ({ demandNid, ...seen }, context) => accept(context, demandNid, 'acceptSplit', seen)),
  implement(refuseSplit, ({ demandNid, reason }, context) => step(context, demandNid, 'refuseSplit', { reason })),
  implement(withdrawDispute, ({ demandNid }, context) => step(context, demandNid, 'withdrawDispute')),
  implement(addEvidence, (given, context) => evidence.addEvidence(context, given), { limit }),
];
