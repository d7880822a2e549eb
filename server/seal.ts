import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secret.ts';

const nonceBytes = 12;
const tagBytes = 16;

export interface Sealed {
  /** which key it was sealed with */
  keyId: string;
  /** nonce, ciphertext and tag of AES-256-GCM */
  sealed: Buffer;
}

/** Seals what must not lie about in clear. A seal is bound to what it is `about`: moved elsewhere it does not open. */
export interface Seal {
  seal(plain: string | Uint8Array, about: string): Sealed;
  /** Throws when the seal is broken, is about something else, or was made with a key that is not at hand. */
  open(sealed: Sealed, about: string): Buffer;
}

/** Seals for one purpose; a seal made for another does not open. */
export function sealFor(secret: string, purpose: string): Seal {
  const key = deriveKey(secret, purpose);
  // Names the key without telling anything of it, so that after a change of secret it is known which one is missing.
  const keyId = createHash('sha256').update(purpose).update(key).digest('hex').slice(0, 12);
  return {
    seal: (plain, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
      const body = [typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain), cipher.final()];
      return { keyId, sealed: Buffer.concat([nonce, ...body, cipher.getAuthTag()]) };
    },
    open: ({ keyId: used, sealed }, about) => {
      if (used !== keyId) throw new Error(`${purpose} ${about} is sealed with key ${used}, at hand is ${keyId}`);
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
