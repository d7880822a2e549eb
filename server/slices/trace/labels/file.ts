import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../../contract/errors.ts';
import { labelFilePath } from '../../../../contract/trace/label-sheets.ts';
import { type LabelFile, labelFileSchema } from '../../../../contract/trace/labels.ts';
import type { Authenticate, Services } from '../../../calls/context.ts';
import { inputRefusal, refused } from '../../../calls/dispatch.ts';
import { answer } from '../../../calls/http.ts';
import { Throttled } from '../../../calls/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { drawnInThread } from '../../../threads.ts';
import { boundedQueue } from '../../uploads/queue.ts';
import { issueCode } from '../codes.ts';
import type { LabelJob } from './draw-labels.ts';
import { labelAddress, ownLine } from './own-line.ts';

const limit = { max: 20, per: 60 };
/** milliseconds for one file */
const patience = 30_000;

// Each thread reads two fonts of 10 MB: one after the other.
const inTurn = boundedQueue(1, 50, '标签生成繁忙，请稍后再试');

/** Mounts the file of labels of one's own finished line: a PDF, whose code is made the first time. */
export function mountLabels(fastify: FastifyInstance, services: Services, authenticate: Authenticate): void {
  fastify.get(labelFilePath, async (request, reply) => {
    try {
      const now = services.clock.now();
      const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
      const caller = token === '' ? null : await authenticate(services, token, now);
      if (!caller) throw new Refusal('sign_in_needed');
      const wait = await services.limits.take(`${labelFilePath}:${caller.userId}`, limit, now);
      if (wait > 0) throw new Throttled(wait);
      const asked = labelFileSchema.safeParse(request.query);
      if (!asked.success) throw inputRefusal(asked.error);
      const { code, pdf } = await labelsFor(services, caller.userId, asked.data, now);
      const name = `溯源标签-${code}.pdf`;
      return reply
        .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .header(
          'content-disposition',
          `attachment; filename="labels.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .type('application/pdf')
        .send(pdf);
    } catch (error) {
      return answer(reply, refused(error, labelFilePath, { requestId: request.id }, services));
    }
  });
}

async function labelsFor(
  services: Services,
  userId: string,
  { productLineNid, sheet, count, from, named }: LabelFile,
  now: Date,
): Promise<{ code: string; pdf: Buffer }> {
  const { db } = services;
  const line = await ownLine(db, productLineNid, userId);
  if (line.refusal !== null) throw new Refusal('state_conflict', line.refusal);
  // Before the code is made: there is none that cannot be printed.
  labelAddress(services, line.code);
  const code = await inTransaction(db, (tx) => issueCode(tx, line.id, now));
  const address = labelAddress(services, code);
  const job: LabelJob = { sheet, count, from, address, code, name: named === '1' ? line.name : '' };
  const [pdf] = await inTurn(() =>
    drawnInThread(new URL('./labels-worker.ts', import.meta.url), [job], {
      patience,
      late: () => new Refusal('unavailable', '标签生成超时，请稍后再试'),
    }),
  );
  return { code, pdf: pdf as Buffer };
}
