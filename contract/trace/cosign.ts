import { type Bytes, equal, fromBase64, joined, sha256, toHex, utf8 } from './bytes.ts';
import { type Note, signatureLine } from './note.ts';

// A witness keeps the last head that it saw of a log, and signs a newer one only when the older is its beginning: who sees its
// signature knows that one log is shown to everybody. C2SP tlog-cosignature, Ed25519 (“cosignature/v1”).

/** A witness's public key. */
export interface WitnessKey {
  /** without blanks or plus signs */
  name: string;
  /** 32 raw bytes of Ed25519 */
  bytes: Bytes;
}

const keyMark = 4;
const keyBytes = 32;
const idBytes = 4;
const timeBytes = 8;

/** The four bytes by which a signature says which witness made it. */
export async function witnessId({ name, bytes }: WitnessKey): Promise<Bytes> {
  return (await sha256(utf8(`${name}\n`), Uint8Array.of(keyMark), bytes)).slice(0, idBytes);
}

/** Reads `name+id+key`, as C2SP tools write a public key; null for what is none, or none of a witness. */
export async function readWitnessKey(text: string): Promise<WitnessKey | null> {
  const [, name = '', id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const marked = fromBase64(encoded);
  if (marked?.length !== keyBytes + 1 || marked[0] !== keyMark) return null;
  const key = { name, bytes: marked.slice(1) };
  return toHex(await witnessId(key)) === id ? key : null;
}

export async function witnessKeyText(key: WitnessKey): Promise<string> {
  const encoded = btoa(String.fromCharCode(keyMark, ...key.bytes));
  return `${key.name}+${toHex(await witnessId(key))}+${encoded}`;
}

/** What a witness signs. `at`: seconds since 1970, when it saw no other head than this and its beginnings. */
export const cosignedText = (note: Note, at: number): string => `cosignature/v1\ntime ${at}\n${note.text}`;

/** The line with which a note carries a witness's signature of it. */
export async function cosignatureLine(key: WitnessKey, at: number, signature: Bytes): Promise<string> {
  const time = new Uint8Array(timeBytes);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  return signatureLine(key.name, await witnessId(key), joined([time, signature]));
}

export type Cosigned =
  | { answer: 'signed'; at: number }
  /** not by this witness; not its signature; this browser cannot tell (Ed25519 before 2025) */
  | { answer: 'unsigned' | 'forged' | 'unsupported' };

/** What a note says of one witness. */
export async function cosignedBy(note: Note, key: WitnessKey): Promise<Cosigned> {
  const id = await witnessId(key);
  const found = note.signatures.find((one) => one.name === key.name && equal(one.id, id));
  if (!found) return { answer: 'unsigned' };
  if (found.signature.length <= timeBytes) return { answer: 'forged' };
  const at = Number(new DataView(found.signature.buffer, found.signature.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(at)) return { answer: 'forged' };
  let checker: CryptoKey;
  try {
    checker = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return { answer: 'unsupported' };
    throw error;
  }
  const signature = found.signature.slice(timeBytes);
  const good = await crypto.subtle.verify('Ed25519', checker, signature, utf8(cosignedText(note, at)));
  return good ? { answer: 'signed', at } : { answer: 'forged' };
}
