import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { bookFilePath, movementNames } from '../../../contract/operator/book.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import type { Services } from '../../calls/context.ts';
import { harmless, sendCsv } from '../../calls/csv.ts';
import type { DB } from '../../db/schema.ts';
import { readLink, sealLink } from '../../sealed-link.ts';
import { operatorSessionLasts } from '../operators/sessions.ts';
import { allBookRows, type Sought } from './book.ts';
import { wordsOf } from './book-words.ts';
import { shanghaiDay } from './post.ts';

const purpose = 'ledger-file-link';

export const sealBook = (
  secret: string,
  { sought, sessionId, until }: { sought: Sought; sessionId: string; until: Date },
): string => sealLink(secret, purpose, JSON.stringify({ sought, sessionId }), until);

export const bookColumns = [
  '时间',
  '交易编号',
  '账户',
  '账户编号',
  '业务',
  '金额（元）',
  '余额（元）',
  '订单号或提现单号',
  '说明',
];

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Lines of the file, read from the database only as fast as they are taken. */
export async function* bookLines(db: Kysely<DB>, sought: Sought): AsyncGenerator<readonly string[]> {
  for await (const rows of allBookRows(db, sought)) {
    const { named, nid, withdrawal } = await wordsOf(db, rows);
    for (const row of rows)
      yield [
        timeFormat.format(row.at),
        row.transactionId,
        harmless(named(row.account).name),
        row.account,
        movementNames[row.movement],
        fenToYuan(row.amountFen),
        fenToYuan(row.balanceFen),
        nid(row) || (withdrawal(row)?.number ?? ''),
        harmless(row.memo),
      ];
  }
}

/** Opens the sealed address of a file of entries, as long as the sign-in that asked for it lasts. */
export function mountBookFile(
  fastify: FastifyInstance,
  { db, secret, clock }: Pick<Services, 'db' | 'secret' | 'clock'>,
): void {
  // A wildcard: the text is longer than a named part of an address may be.
  fastify.get<{ Params: { '*': string } }>(`${bookFilePath}*`, async (request, reply) => {
    const now = clock.now();
    const link = readLink(secret, purpose, request.params['*'], now);
    const { sought, sessionId } = link
      ? (JSON.parse(link.stands) as { sought: Sought; sessionId: string })
      : { sought: {}, sessionId: '' };
    reply.header('referrer-policy', 'no-referrer');
    if (!link || !(await operatorSessionLasts(db, sessionId, now)))
      return reply.code(404).type('text/plain; charset=utf-8').send('下载链接已失效，请回到“账本”重新导出');
    const name = `账本-${shanghaiDay(now)}.csv`;
    return sendCsv(reply, { name, plainName: 'ledger.csv', columns: bookColumns, rows: bookLines(db, sought) });
  });
}
