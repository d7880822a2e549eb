import {
  getTrace,
  getTraceConsent,
  getTraceExample,
  issueTraceCode,
  proveTraceConsistency,
  saveTraceConsent,
} from '../../../contract/trace/calls.ts';
import { toHex } from '../../../contract/trace/bytes.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { issueCode, longestCode } from './codes.ts';
import { consentsOf, saveConsent } from './consents.ts';
import { asked, newestCheckpoint } from './log.ts';
import { traceOf } from './read.ts';
import { askConsistency } from './tree.ts';

export const traceCalls: AnyImplementation[] = [
  implement(
    getTrace,
    async ({ code }, services) => {
      const trace = await traceOf(services, code);
      if (!trace) throw new Refusal('not_found', '没有这个溯源码，请对照标签再看一下');
      return { data: trace };
    },
    // Nobody scans so many labels; who tries codes does not get far.
    { limit: { max: 120, per: 60 } },
  ),
  // Nobody's code but the demo's is shown to who does not have it.
  implement(getTraceExample, async (_input, { db, settings }) => ({
    data: { code: settings.seed === 'demo' ? await longestCode(db) : '' },
  })),
  implement(
    proveTraceConsistency,
    async ({ earlier, later }, { db }) => {
      if (earlier > later) throw invalid('earlier', '前一个日志长度不能大于后一个');
      const checkpoint = await newestCheckpoint(db);
      if (later > (checkpoint?.size ?? 0)) throw new Refusal('not_found', '公开日志里没有这么多记录');
      const path = await asked(db, askConsistency(earlier, later));
      return { data: { path: path.map(toHex) } };
    },
    { limit: { max: 120, per: 60 } },
  ),
  implement(getTraceConsent, async (_input, { db, caller: { userId } }) => ({
    data: (await consentsOf(db, [userId]))(userId),
  })),
  implement(
    saveTraceConsent,
    async ({ what, shown }, { db, caller, now }) => ({
      data: await saveConsent(db, caller.userId, { [what]: shown === '1' }, now),
    }),
    { limit: { max: 60, per: 600 } },
  ),
  implement(issueTraceCode, async ({ productLineNid }, { db, caller, now }) => {
    const line = await db
      .selectFrom('product_lines')
      .select('id')
      .where('nid', '=', productLineNid)
      .where('owner_id', '=', caller.userId)
      .executeTakeFirst();
    if (!line) throw new Refusal('not_found', '没有找到这条产品线');
    return { data: { code: await inTransaction(db, (tx) => issueCode(tx, line.id, now)) } };
  }),
];
