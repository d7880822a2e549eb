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
  /** '' of one that carries none */
  code: string;
  /** of the message, where the sender gave one */
  id?: string;
  text: string;
}

export const smsOutboxFile = (dataDir: string) => join(dataDir, 'outbox', 'sms.jsonl');

/** The default: writes a JSON line per message under the data folder (rulings §5). */
export function outboxSms(dataDir: string, clock: Clock): Sms {
  const file = smsOutboxFile(dataDir);
  return {
    note: '本站还没有接通短信，短信不会真的发到手机上',
    send: async (message) => {
      const { mobile, template } = message;
      const own = 'words' in message ? { code: '', id: message.id } : { code: message.code };
      const line: SentSms = { at: clock.now().toISOString(), mobile, template, ...own, text: smsText(message) };
      await mkdir(dirname(file), { recursive: true });
      // One write per line in append mode: lines of several processes do not mix.
      await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
}
