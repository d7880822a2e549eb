import { generateKeyPairSync } from 'node:crypto';

export interface RsaKeys {
  /** PEM */
  readonly publicKey: string;
  /** PEM, PKCS #8 */
  readonly privateKey: string;
}

const made = new Map<string, RsaKeys>();

/** The keys of somebody in a test, made once in this process: that takes long. */
export function rsaKeys(of: string): RsaKeys {
  const known = made.get(of);
  if (known) return known;
  const fresh = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  made.set(of, fresh);
  return fresh;
}
