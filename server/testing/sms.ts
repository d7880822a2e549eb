import { readFileSync } from 'node:fs';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Send } from '../../contract/call.ts';
import { humanCheck } from '../../contract/accounts.ts';
import { type SentSms, smsOutboxFile } from '../adapters/sms/outbox.ts';

/** Every message in the outbox of a data folder, oldest first; for one number when it is named. */
export function sentSms(dataDir: string, mobile?: string): SentSms[] {
  let text: string;
  try {
    text = readFileSync(smsOutboxFile(dataDir), 'utf8');
  } catch {
    return [];
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const messages = lines.map((line) => JSON.parse(line) as SentSms);
  return mobile === undefined ? messages : messages.filter((message) => message.mobile === mobile);
}

/** The code that a number was texted last. */
export function lastCode(dataDir: string, mobile: string): string {
  // Notices are texted too, and carry none.
  const message = sentSms(dataDir, mobile).findLast(({ code }) => code !== '');
  if (!message) throw new Error(`nothing was sent to ${mobile}`);
  return message.code;
}

/** Fetches a challenge and solves it, as a browser does before it asks for a text message. */
export async function humanProof(send: Send): Promise<string> {
  const reply = await send(humanCheck, {});
  if (!reply.ok) throw new Error(reply.message);
  const challenge = reply.data;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
