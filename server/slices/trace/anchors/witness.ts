import { type KeyObject, sign } from 'node:crypto';
import { joined } from '../../../../contract/trace/bytes.ts';
import { cosignatureLine, cosignedText, type WitnessKey } from '../../../../contract/trace/cosign.ts';
import type { Note } from '../../../../contract/trace/note.ts';
import { signerOf } from '../sign.ts';

/** The witness that an Ed25519 private key makes. */
export function witnessOf(name: string, secret: KeyObject): { key: WitnessKey; secret: KeyObject } {
  const { key } = signerOf(name, secret);
  if (key.kind !== 'ed25519') throw new Error('a witness signs with Ed25519');
  return { key: { name, bytes: key.bytes }, secret };
}

/** The line that a witness adds to a checkpoint. That the checkpoint goes on from all earlier ones is for the caller to check. */
export function cosign({ key, secret }: ReturnType<typeof witnessOf>, note: Note, at: Date): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000);
  return cosignatureLine(key, seconds, joined([sign(null, Buffer.from(cosignedText(note, seconds)), secret)]));
}
