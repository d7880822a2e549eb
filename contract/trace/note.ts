import { type Bytes, equal, fromBase64, hashBytes, joined, sha256, toBase64, utf8 } from './bytes.ts';
import { type Head, isCount } from './tree.ts';

// A checkpoint is the head of the log at one moment, signed: C2SP tlog-checkpoint in a C2SP signed-note. Two keys sign each: Ed25519 as
// the witnesses of such logs expect it, P-256 since every browser can check it.

export type KeyKind = 'ed25519' | 'p256';

/** A public key of the log. */
export interface LogKey {
  kind: KeyKind;
  /** the name that signs; the log's origin for its own keys */
  name: string;
  /** 32 raw bytes of Ed25519; SubjectPublicKeyInfo (DER) of P-256 */
  bytes: Bytes;
}

/** What stands in front of an Ed25519 key in the text that its id is made of. */
const ed25519Mark = 1;
const idBytes = 4;

/** The four bytes by which a signature says which key made it (signed-note, “Signatures”). */
export async function keyId({ kind, name, bytes }: LogKey): Promise<Bytes> {
  const whole =
    kind === 'ed25519' ? await sha256(utf8(`${name}\n`), Uint8Array.of(ed25519Mark), bytes) : await sha256(bytes);
  return whole.slice(0, idBytes);
}

export interface Checkpoint extends Head {
  /** which log: a name without blanks or plus signs */
  origin: string;
}

/** The text that is signed, with its last line break. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

interface NoteSignature {
  name: string;
  id: Bytes;
  signature: Bytes;
}

export interface Note {
  checkpoint: Checkpoint;
  /** what the signatures are of */
  text: string;
  signatures: NoteSignature[];
}

export const signatureLine = (name: string, id: Bytes, signature: Bytes): string =>
  `— ${name} ${toBase64(joined([id, signature]))}\n`;

/** Reads a signed checkpoint; null for what is none. That it is signed by whom one trusts says `isSignedBy`. */
export function readNote(note: string): Note | null {
  const cut = note.lastIndexOf('\n\n');
  // oxlint-disable-next-line no-control-regex -- a note holds none of them but line breaks
  if (cut < 0 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return null;
  const text = note.slice(0, cut + 1);
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  const bytes = fromBase64(root);
  // Lines after the third are extensions, which this log never writes.
  if (rest.length !== 1 || !/^[^\s+]+$/.test(origin) || !/^(0|[1-9]\d*)$/.test(size) || bytes?.length !== hashBytes)
    return null;
  if (!isCount(Number(size))) return null;
  const signatures = note
    .slice(cut + 2, -1)
    .split('\n')
    .map(readSignature);
  if (signatures.length === 0 || signatures.includes(null)) return null;
  return {
    checkpoint: { origin, size: Number(size), root: bytes },
    text,
    signatures: signatures.filter((signature) => signature !== null),
  };
}

function readSignature(line: string): NoteSignature | null {
  const [, name, encoded] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || bytes === null || bytes.length <= idBytes) return null;
  return { name, id: bytes.slice(0, idBytes), signature: bytes.slice(idBytes) };
}

export type Signed = 'signed' | 'unsigned' | 'forged' | 'unsupported';

/**
 * What a note says of one key: signed by it, not signed by it, with a signature that is not its own, or that this browser
 * cannot tell (Ed25519 in browsers before 2025).
 */
export async function signedBy(note: Note, key: LogKey): Promise<Signed> {
  const id = await keyId(key);
  const own = note.signatures.filter(({ name, id: other }) => name === key.name && equal(id, other));
  if (own.length === 0) return 'unsigned';
  const text = utf8(note.text);
  for (const { signature } of own) {
    const good = await verified(key, signature, text);
    if (good === null) return 'unsupported';
    if (!good) return 'forged';
  }
  return 'signed';
}

const p256 = { name: 'ECDSA', namedCurve: 'P-256' };

async function verified({ kind, bytes }: LogKey, signature: Bytes, text: Bytes): Promise<boolean | null> {
  if (kind === 'p256') {
    const raw = rawSignature(signature);
    if (!raw) return false;
    const key = await crypto.subtle.importKey('spki', bytes, p256, false, ['verify']);
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, text);
  }
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    throw error;
  }
  return crypto.subtle.verify('Ed25519', key, signature, text);
}

const coordinate = 32;

/** r and s of a P-256 signature in DER, each in 32 bytes as WebCrypto takes them; null for what is none. */
function rawSignature(der: Bytes): Bytes | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const raw = new Uint8Array(2 * coordinate);
  let at = 2;
  for (const end of [coordinate, 2 * coordinate]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return null;
    const integer = der.slice(at + 2, at + 2 + length);
    // A leading zero keeps a number positive and belongs nowhere else.
    const digits = integer[0] === 0 ? integer.slice(1) : integer;
    if (digits.length > coordinate) return null;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}
