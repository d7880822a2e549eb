import { operatorsWith } from '../operators/queries.ts';
import { traceForked } from '../trace/anchors/events.ts';
import { forkSource } from '../trace/anchors/queries.ts';
import { traceReaders } from '../trace/anchors/policy.ts';
import { hears, type Source } from './source.ts';

export const traceSources: Source[] = [
  hears(traceForked, async ({ forkId }, { db }, cause) => {
    const [who, operators] = await Promise.all([forkSource(db, forkId), operatorsWith(db, traceReaders)]);
    return operators.map((userId) => ({ userId, kind: 'traceForked', cause, facts: { who } }));
  }),
];
