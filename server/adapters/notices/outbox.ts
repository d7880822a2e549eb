import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NoticeChannel, PushedNotice } from './channel.ts';

export const noticeOutboxFile = (dataDir: string) => join(dataDir, 'outbox', 'notices.jsonl');

/** The default: writes a JSON line per notice under the data folder. */
export function outboxNotices(dataDir: string): NoticeChannel {
  const file = noticeOutboxFile(dataDir);
  return {
    push: async (notice: PushedNotice) => {
      await mkdir(dirname(file), { recursive: true });
      // One write per line in append mode: lines of several processes do not mix.
      await appendFile(file, `${JSON.stringify(notice)}\n`, { mode: 0o600 });
    },
  };
}
