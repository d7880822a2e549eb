/** 32 bytes of SHA-256. */
export type Hash = Uint8Array<ArrayBuffer>;
export type Bytes = Uint8Array<ArrayBuffer>;

export const hashBytes = 32;

export async function sha256(...parts: readonly Bytes[]): Promise<Hash> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

export function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Null for what is no hexadecimal text of whole bytes. */
export function fromHex(text: string): Bytes | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Null for what is no base64 text (RFC 4648 §4, with its padding), or is one that could be written otherwise. */
export function fromBase64(text: string): Bytes | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}
