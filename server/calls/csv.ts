import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

/** What a spreadsheet would take for a formula it takes for text. Sums stay as they are: a minus is theirs. */
export const harmless = (text: string): string => (/^[\s]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text);

/**
 * Answers with a file for spreadsheets, UTF-8 with a mark that tells them so. Rows are taken only as fast as they are read at
 * the other end, and the first bytes go out with the first of them.
 */
export function sendCsv(
  reply: FastifyReply,
  file: {
    /** in any language */
    name: string;
    /** for what reads ASCII only */
    plainName: string;
    columns: string[];
    rows: AsyncIterable<readonly string[]>;
  },
): FastifyReply {
  const csv = stringify({ bom: true, header: true, columns: file.columns });
  const rows = Readable.from(file.rows);
  rows.on('error', (error) => csv.destroy(error));
  // Whoever goes away in the middle leaves nothing running.
  csv.on('close', () => rows.destroy());
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-disposition',
      `attachment; filename="${file.plainName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .type('text/csv; charset=utf-8')
    .send(rows.pipe(csv));
}
