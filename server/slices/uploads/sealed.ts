import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deriveKey } from '../../secret.ts';

/** For how long a sealed address opens its file at least, in seconds: a page left open over lunch still shows it. */
const opensFor = 2 * 3600;

const stored = /^\/files\/([^/]+)\/([^/]+)$/;

/**
 * An address of an upload for one who may read it now. It is good for a while, and tells nothing of the address under which
 * the file is stored: for what only some may see. Gives '' for what is no upload of ours.
 */
export function sealedAddress(secret: string, url: string, now: Date): string {
  if (!stored.test(url)) return '';
  // In steps, so that a page that is read again finds its pictures in the browser's cache.
  const until = (Math.floor(now.getTime() / 1000 / opensFor) + 2) * opensFor;
  const plain = `${until} ${url}`;
  const key = deriveKey(secret, 'sealed-file');
  // Made of what it seals: the same nonce never seals two different texts.
  const nonce = createHmac('sha256', deriveKey(secret, 'sealed-file-nonce')).update(plain).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `/files/sealed/${sealed.toString('base64url')}`;
}

/** What such an address leads to: folder and file of the upload. Null when it is not ours, or has run out. */
export function unsealed(secret: string, token: string, now: Date): { name: string; file: string } | null {
  const sealed = Buffer.from(token, 'base64url');
  if (sealed.length < 12 + 16 + 1) return null;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, 'sealed-file'), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
    const [until, url = ''] = plain.split(' ', 2);
    const [, name, file] = stored.exec(url) ?? [];
    if (name === undefined || file === undefined || Number(until) * 1000 < now.getTime()) return null;
    return { name, file: decodeURIComponent(file) };
  } catch {
    return null;
  }
}
