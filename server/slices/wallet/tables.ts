import type { Generated, Selectable } from 'kysely';
import type { WithdrawalStatus } from '../../../contract/statuses.ts';

export interface WalletTables {
  bank_cards: BankCardTable;
  withdrawals: WithdrawalTable;
}

/** Rows stay when a card is unbound: withdrawals that went to it still say where. */
export interface BankCardTable {
  id: string;
  user_id: string;
  bank_name: string;
  /** holder, as on the card, of a row from before holders were sealed; null of every other */
  true_name: string | null;
  /** which key the holder is sealed with; null where nothing is sealed, as after an account was closed */
  name_key_id: string | null;
  /** the holder, sealed as the number is */
  sealed_name: Buffer | null;
  last4: string;
  /** which key the number is sealed with */
  key_id: string;
  /** the number: nonce, ciphertext and tag of AES-256-GCM */
  sealed: Buffer;
  /** HMAC of the number: unique among a person's bound cards */
  number_index: Buffer;
  bound_at: Date;
  unbound_at: Date | null;
}

export interface WithdrawalTable {
  /** also our id of the pay-out at the gateway; there is never a second one */
  id: string;
  /** as people read it: TX20261122… */
  number: string;
  user_id: string;
  card_id: string;
  /** made by the form once; one person's are unique */
  request_id: string;
  amount_fen: number;
  status: Generated<WithdrawalStatus>;
  /** null until it is approved; then where the pay-out goes through, or `bank` for one by hand */
  gateway: string | null;
  /** the gateway's or the bank's own number of the pay-out */
  bank_number: Generated<string>;
  /** why it was refused or came back, in words for the person */
  reason: Generated<string>;
  /** whose approval waits for a second one, or was the first of two; null where one is enough */
  first_by: string | null;
  first_at: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  /** when the gateway was last asked */
  asked_at: Date | null;
  /** when it is to be asked (again) what became of it; null for never */
  ask_at: Date | null;
  /** operators who looked at the whole card number */
  card_seen_by: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
}

export type BankCardRow = Selectable<BankCardTable>;
export type WithdrawalRow = Selectable<WithdrawalTable>;
