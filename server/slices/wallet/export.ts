import type { FastifyInstance } from 'fastify';
import { fenToYuan } from '../../../contract/fields.ts';
import { Refusal } from '../../../contract/errors.ts';
import { transactionTypeNames } from '../../../contract/statuses.ts';
import { recordFilterSchema, transactionExportPath } from '../../../contract/wallet.ts';
import type { Authenticate, Services } from '../../calls/context.ts';
import { inputRefusal, refused } from '../../calls/dispatch.ts';
import { harmless, sendCsv } from '../../calls/csv.ts';
import { answer } from '../../calls/http.ts';
import { Throttled } from '../../calls/limits.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { allRecords, type RecordFilter } from '../ledger/records.ts';
import { readFilter } from './calls.ts';
import { memoOf, numbersOf } from './records.ts';

/** Heads of the file's columns. */
export const recordColumns = ['时间', '类型', '金额（元）', '余额（元）', '订单号或提现单号', '说明'];
const limit = { max: 20, per: 60 };

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Rows of the file, read from the database only as fast as they are taken. */
export async function* recordLines(
  { db }: Pick<Services, 'db'>,
  userId: string,
  filter: RecordFilter,
): AsyncGenerator<readonly string[]> {
  for await (const records of allRecords(db, userId, filter)) {
    const numberOf = await numbersOf(db, records);
    for (const record of records) {
      const { at, type, amountFen, balanceFen } = record;
      const sums = [fenToYuan(amountFen), fenToYuan(balanceFen)];
      yield [
        timeFormat.format(at),
        transactionTypeNames[type],
        ...sums,
        harmless(numberOf(record)),
        harmless(memoOf(record)),
      ];
    }
  }
}

/**
 * One's own records as a file for spreadsheets: UTF-8 with a mark that tells them so, texts that cannot be taken for a
 * formula. Asked for by GET; the token comes as authorisation alone, so that it stands in no address.
 */
export function mountExport(fastify: FastifyInstance, services: Services, authenticate: Authenticate): void {
  fastify.get(transactionExportPath, async (request, reply) => {
    try {
      const now = services.clock.now();
      const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
      const caller = token === '' ? null : await authenticate(services, token, now);
      if (!caller) throw new Refusal('sign_in_needed');
      const wait = await services.limits.take(`${transactionExportPath}:${caller.userId}`, limit, now);
      if (wait > 0) throw new Throttled(wait);
      const filter = recordFilterSchema.safeParse(request.query);
      if (!filter.success) throw inputRefusal(filter.error);
      const name = `收支明细-${shanghaiDay(now)}.csv`;
      const rows = recordLines(services, caller.userId, readFilter(filter.data));
      return sendCsv(reply, { name, plainName: 'records.csv', columns: recordColumns, rows });
    } catch (error) {
      return answer(reply, refused(error, transactionExportPath, { requestId: request.id }, services));
    }
  });
}
