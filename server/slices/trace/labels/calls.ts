import { getTraceLabels } from '../../../../contract/trace/labels.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { scansByDay } from '../codes.ts';
import { labelAddress, ownLine } from './own-line.ts';

/** days of scans that are told */
const daysTold = 30;

export const labelCalls: AnyImplementation[] = [
  implement(getTraceLabels, async ({ productLineNid }, context) => {
    const { db, caller, now } = context;
    const { nid, name, code, scans, refusal } = await ownLine(db, productLineNid, caller.userId);
    return {
      data: {
        productLineNid: nid,
        name,
        code,
        address: code === '' ? '' : labelAddress(context, code),
        reason: refusal ?? '',
        scans,
        days: code === '' ? [] : await scansByDay(db, code, daysTold, now),
      },
    };
  }),
];
