import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { joined } from '../../../contract/trace/bytes.ts';
import { type Checkpoint, checkpointText, keyId, type LogKey, signatureLine } from '../../../contract/trace/note.ts';

/** A key pair of the log's own. */
export interface Signer {
  key: LogKey;
  secret: KeyObject;
}

/** bytes of the SubjectPublicKeyInfo before an Ed25519 key itself */
const ed25519Header = 12;

/** The pair that a private key, Ed25519 or P-256, is half of. Throws on any other. */
export function signerOf(name: string, secret: KeyObject): Signer {
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  if (secret.asymmetricKeyType === 'ed25519')
    return { key: { kind: 'ed25519', name, bytes: joined([spki.subarray(ed25519Header)]) }, secret };
  if (secret.asymmetricKeyType === 'ec' && secret.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return { key: { kind: 'p256', name, bytes: joined([spki]) }, secret };
  throw new Error('the log signs with Ed25519 and P-256 keys');
}

/** A checkpoint with the signatures of all these keys (C2SP signed-note). */
export async function signedNote(checkpoint: Checkpoint, signers: readonly Signer[]): Promise<string> {
  const text = checkpointText(checkpoint);
  const lines = await Promise.all(
    signers.map(async ({ key, secret }) => {
      // P-256 signs SHA-256 of the text and is written in DER; Ed25519 hashes by itself.
      const signature = sign(key.kind === 'p256' ? 'sha256' : null, Buffer.from(text), secret);
      return signatureLine(key.name, await keyId(key), joined([signature]));
    }),
  );
  return `${text}\n${lines.join('')}`;
}
