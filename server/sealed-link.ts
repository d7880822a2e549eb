import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secret.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** A text for an address that stands for something until a moment, tells nothing, and that nobody else can make. */
export function sealLink(secret: string, purpose: string, stands: string, until: Date): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce);
  const plain = `${until.getTime()} ${stands}`;
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** What such a text stands for, and until when; null when it is not ours or has run out. */
export function readLink(
  secret: string,
  purpose: string,
  text: string,
  now: Date,
): { stands: string; until: Date } | null {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length <= nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, nonceBytes));
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const body = sealed.subarray(nonceBytes, -tagBytes);
    const plain = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    const cut = plain.indexOf(' ');
    const until = new Date(Number(plain.slice(0, cut)));
    return until > now ? { stands: plain.slice(cut + 1), until } : null;
  } catch {
    return null;
  }
}
