import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deriveKey } from '../../secret.ts';

/** For how long a sealed address opens its file at least, in seconds: a page left open over lunch still shows it. */
const opensFor = 2 * 3600;

/** Links to private files run out sooner: they are asked for anew by whoever still may see them. */
const privatelyFor = 600;

const stored = /^\/files\/([^/]+)\/([^/]+)$/;
const privatePart = /^private:([\da-f-]{36}):([a-z]+)$/;

/** Before what is handed out without the name that its sender gave it. */
const unnamed = 'unnamed:';

/** What a link leads to: folder and file of an upload, or a part of a private one. */
type Opened = { name: string; file: string; unnamed: boolean } | { privateId: string; part: string; unnamed: boolean };

/**
 * An address of an upload for one who may read it now. It is good for a while, and tells nothing of the address under which
 * the file is stored: for what only some may see. Gives '' for what is no upload of ours, and for private ones, which are
 * shown by {@link privateLink} alone. `nameless`: whoever fetches it is not to learn its name either.
 */
export function sealedAddress(secret: string, url: string, now: Date, { nameless = false } = {}): string {
  if (!stored.test(url)) return '';
  return seal(secret, nameless ? unnamed + url : url, stepEnd(now, opensFor));
}

/** An address of a private upload's part, and until when it opens it, in seconds since 1970. */
export function privateLink(secret: string, id: string, part: string, now: Date): { link: string; until: number } {
  const until = stepEnd(now, privatelyFor);
  return { link: seal(secret, `private:${id}:${part}`, until), until };
}

/** The same for those whom its sender gave the file to: it lasts as long as a {@link sealedAddress}. */
export function attachedLink(secret: string, id: string, part: string, now: Date, { nameless = false } = {}): string {
  return seal(secret, `${nameless ? unnamed : ''}private:${id}:${part}`, stepEnd(now, opensFor));
}

/** In steps, so that a page that is read again finds its pictures under the addresses that it has them by. */
const stepEnd = (now: Date, step: number) => (Math.floor(now.getTime() / 1000 / step) + 2) * step;

function seal(secret: string, what: string, until: number): string {
  const plain = `${until} ${what}`;
  const key = deriveKey(secret, 'sealed-file');
  // Made of what it seals: the same nonce never seals two different texts.
  const nonce = createHmac('sha256', deriveKey(secret, 'sealed-file-nonce')).update(plain).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `/files/sealed/${sealed.toString('base64url')}`;
}

/** What such an address leads to. Null when it is not ours, or has run out. */
export function unsealed(secret: string, token: string, now: Date): Opened | null {
  const sealed = Buffer.from(token, 'base64url');
  if (sealed.length < 12 + 16 + 1) return null;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, 'sealed-file'), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
    const [until, what = ''] = plain.split(' ', 2);
    if (Number(until) * 1000 < now.getTime()) return null;
    const nameless = what.startsWith(unnamed);
    const address = nameless ? what.slice(unnamed.length) : what;
    const [, privateId, part] = privatePart.exec(address) ?? [];
    if (privateId !== undefined && part !== undefined) return { privateId, part, unnamed: nameless };
    const [, name, file] = stored.exec(address) ?? [];
    if (name === undefined || file === undefined) return null;
    return { name, file: decodeURIComponent(file), unnamed: nameless };
  } catch {
    return null;
  }
}
