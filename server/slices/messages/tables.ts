import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { ReviewStatus } from '../../../contract/statuses.ts';

export interface MessageTables {
  conversations: ConversationTable;
  conversation_sides: ConversationSideTable;
  messages: MessageTable;
}

/** Between the owner of a demand and one who tendered for it or works on it. */
export interface ConversationTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  owner_id: string;
  /** the bidder, or the provider */
  partner_id: string;
  /** place of the newest message; its lock puts what happens in the conversation in a row */
  last_seq: Generated<number>;
  created_at: Date;
}

/** Two a conversation. */
export interface ConversationSideTable {
  conversation_id: string;
  user_id: string;
  /** of the newest message, for the order of the list; null while nothing was said */
  last_at: Date | null;
  /** how far this side has read */
  read_seq: Generated<number>;
  /** when it last read something new */
  read_at: Date | null;
  /** messages of the other side after `read_seq` */
  unread: Generated<number>;
}

/** Rows are only added; an operator may hide one. */
export interface MessageTable {
  /** UUIDv7 */
  id: string;
  conversation_id: string;
  /** from 1, without gaps */
  seq: number;
  author_id: string;
  /** as it was written: what of it the other side sees is decided when it is read */
  content: string;
  /** addresses of images */
  pictures: JSONColumnType<string[], string | undefined, string>;
  /** addresses of documents */
  files: JSONColumnType<string[], string | undefined, string>;
  created_at: Date;
  /** made by the sender's page: the same sent again is the same message */
  client_id: string;
  /** 1 shown, 2 hidden by an operator after it was reported */
  review_status: Generated<ReviewStatus>;
  /** why it is hidden */
  review_reason: string | null;
}

export type ConversationRow = Selectable<ConversationTable>;
export type MessageRow = Selectable<MessageTable>;
