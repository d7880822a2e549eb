import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { type Sms, smsText } from './sms.ts';

/** One line of the outbox file. */
export interface SentSms {
  /** ISO 8601 */
  at: string;
  mobile: string;
  template: string;
  code: string;
  text: string;
}

export const smsOutboxFile = (dataDir: string) => join(dataDir, 'outbox', 'sms.jsonl');

/** The default: writes a JSON line per message under the data folder (rulings §5). */
export function outboxSms(dataDir: string, clock: Clock): Sms {
  const file = smsOutboxFile(dataDir);
  return {
    note: '本站未接入短信通道，短信写在数据目录的 outbox/sms.jsonl 中',
    send: async (message) => {
      const { mobile, template, code } = message;
      const line: SentSms = { at: clock.now().toISOString(), mobile, template, code, text: smsText(message) };
      await mkdir(dirname(file), { recursive: true });
      // One write per line in append mode: lines of several processes do not mix.
      await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
}
