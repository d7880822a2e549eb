import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../secret.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** What one card's seal is bound to: a sealed number that was moved to another row does not open. */
export interface SealedFor {
  cardId: string;
  userId: string;
}

export interface Sealed {
  keyId: string;
  sealed: Buffer;
}

/** Seals numbers of bank cards (AES-256-GCM), and makes what equal numbers are found by without opening any. */
export interface CardSeal {
  seal(number: string, owner: SealedFor): Sealed;
  /** Throws when the seal is broken, belongs to another card, or was made with a key that is not at hand. */
  open(sealed: Sealed, owner: SealedFor): string;
  /** keyed, so that nobody finds a number by trying them all; per person, so that it tells nothing across accounts */
  index(number: string, userId: string): Buffer;
}

export function cardSeal(secret: string): CardSeal {
  const key = deriveKey(secret, 'bank-card');
  const indexKey = deriveKey(secret, 'bank-card-index');
  // Names the key without telling anything of it, so that after a change of secret it is known which one is missing.
  const keyId = createHash('sha256').update('bank-card').update(key).digest('hex').slice(0, 12);
  const about = ({ cardId, userId }: SealedFor) => Buffer.from(`${cardId}:${userId}`);
  return {
    seal: (number, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(about(owner));
      const body = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()]);
      return { keyId, sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
    },
    open: ({ keyId: used, sealed }, owner) => {
      if (used !== keyId) throw new Error(`bank card ${owner.cardId} is sealed with key ${used}, at hand is ${keyId}`);
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(about(owner))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
        'utf8',
      );
    },
    index: (number, userId) => createHmac('sha256', indexKey).update(`${userId}:${number}`).digest(),
  };
}
