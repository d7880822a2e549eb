import { type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** seconds after which a signed message is refused as old */
export const oldest = 300;

const names = {
  timestamp: 'sandbox-timestamp',
  nonce: 'sandbox-nonce',
  signature: 'sandbox-signature',
} as const;

/** What is signed: what it is for, when, a word that is used once, and the bytes themselves. */
const signed = (purpose: string, timestamp: string, nonce: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`${purpose}\n${timestamp}\n${nonce}\n`), Buffer.from(body)]);

/** The headers that prove who sent `body`. An answer repeats the nonce of its request, so that it fits no other. */
export function signatureHeaders(
  key: KeyObject,
  purpose: string,
  body: string,
  now: Date,
  nonce = randomBytes(16).toString('hex'),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = sign('sha256', signed(purpose, timestamp, nonce, body), key).toString('base64');
  return { [names.timestamp]: timestamp, [names.nonce]: nonce, [names.signature]: signature };
}

/** Why a message is not to be believed, in English; null when it is genuine and fresh. */
export function distrust(
  key: KeyObject,
  purpose: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  now: Date,
  expectedNonce?: string,
): string | null {
  const [timestamp, nonce, signature] = [names.timestamp, names.nonce, names.signature].map((name) => headers[name]);
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string')
    return 'it is not signed';
  if (expectedNonce !== undefined && nonce !== expectedNonce) return 'it answers another request';
  const right = verify('sha256', signed(purpose, timestamp, nonce, body), key, Buffer.from(signature, 'base64'));
  if (!right) return 'its signature is not right';
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  // The comparison is false for what is no number.
  return age <= oldest ? null : 'it is too old';
}

/** The nonce that a message came with; '' without one. */
export const nonceOf = (headers: IncomingHttpHeaders): string => String(headers[names.nonce] ?? '');
