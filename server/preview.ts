import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './secret.ts';

/** The one draft that a page is shown with, as if it were published. */
export interface Preview {
  readonly kind: string;
  readonly id: string;
  /** when the link runs out */
  readonly until: Date;
}

/** Name of the parameter that carries the token in a page's address. */
export const previewParameter = 'preview';

/** Milliseconds: long enough to show it to somebody, too short to be passed around. */
const opensFor = 15 * 60_000;

const signed = (secret: string, plain: string) =>
  createHmac('sha256', deriveKey(secret, 'preview')).update(plain).digest();

/** A token for one draft of a kind; whoever holds it sees the draft for a quarter of an hour. */
export function previewToken(
  secret: string,
  { kind, id }: Pick<Preview, 'kind' | 'id'>,
  now: Date,
): { token: string; until: Date } {
  const until = new Date(Math.floor(now.getTime() / 1000) * 1000 + opensFor);
  const plain = `${until.getTime() / 1000}.${kind}.${id}`;
  return { token: `${plain}.${signed(secret, plain).toString('base64url')}`, until };
}

/** What a token shows; null when it is not ours or has run out. */
export function readPreview(secret: string, token: string, now: Date): Preview | null {
  const [, plain = '', seconds, kind, id, signature = ''] =
    /^((\d{1,12})\.([a-z]{2,20})\.([\da-f-]{36}))\.([\w-]{43})$/.exec(token) ?? [];
  if (seconds === undefined || kind === undefined || id === undefined) return null;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signed(secret, plain))) return null;
  const until = new Date(Number(seconds) * 1000);
  return until > now ? { kind, id, until } : null;
}
