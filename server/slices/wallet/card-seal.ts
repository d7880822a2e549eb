import { createHmac } from 'node:crypto';
import { type Sealed, sealFor } from '../../seal.ts';
import { deriveKey } from '../../secret.ts';
import type { BankCardRow } from './tables.ts';

/** What one card's seal is bound to: a sealed number that was moved to another row does not open. */
export interface SealedFor {
  cardId: string;
  userId: string;
}

/** Seals numbers and holders of bank cards, and makes what equal numbers are found by without opening any. */
export interface CardSeal {
  seal(number: string, owner: SealedFor): Sealed;
  /** Throws when the seal is broken, belongs to another card, or was made with a key that is not at hand. */
  open(sealed: Sealed, owner: SealedFor): string;
  sealHolder(name: string, owner: SealedFor): Pick<BankCardRow, 'true_name' | 'name_key_id' | 'sealed_name'>;
  /** Who holds a card; '' once the account was closed. Throws as `open` does. */
  holderOf(card: BankCardRow): string;
  /** keyed, so that nobody finds a number by trying them all; per person, so that it tells nothing across accounts */
  index(number: string, userId: string): Buffer;
}

export function cardSeal(secret: string): CardSeal {
  const seals = sealFor(secret, 'bank-card');
  const holders = sealFor(secret, 'bank-card-holder');
  const indexKey = deriveKey(secret, 'bank-card-index');
  const about = ({ cardId, userId }: SealedFor) => `${cardId}:${userId}`;
  return {
    seal: (number, owner) => seals.seal(number, about(owner)),
    open: (sealed, owner) => seals.open(sealed, about(owner)).toString('utf8'),
    sealHolder: (name, owner) => {
      const { keyId, sealed } = holders.seal(name, about(owner));
      return { true_name: null, name_key_id: keyId, sealed_name: sealed };
    },
    holderOf: ({ id, user_id, true_name, name_key_id, sealed_name }) => {
      if (name_key_id === null || sealed_name === null) return true_name ?? '';
      const sealed = { keyId: name_key_id, sealed: sealed_name };
      return holders.open(sealed, about({ cardId: id, userId: user_id })).toString('utf8');
    },
    index: (number, userId) => createHmac('sha256', indexKey).update(`${userId}:${number}`).digest(),
  };
}
