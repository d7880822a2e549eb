import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { NoticeFacts, NoticeGroup, NoticeKind } from '../../../contract/notice-kinds.ts';

export interface NoticeTables {
  notices: NoticeTable;
  notice_heads: NoticeHeadTable;
  notice_causes: NoticeCauseTable;
  notice_deliveries: NoticeDeliveryTable;
  notice_settings: NoticeSettingTable;
}

export interface NoticeTable {
  /** UUIDv7 */
  id: string;
  user_id: string;
  /** place among the person's, in the order in which they were written; a new one whenever a cause is added to it */
  seq: number;
  kind: NoticeKind;
  /** what it is about, where several causes are one notice while it is unread: one such notice per person */
  bundle: string | null;
  /** what its words are filled with, of the newest cause */
  facts: JSONColumnType<NoticeFacts, string, string>;
  /** causes that it stands for */
  count: Generated<number>;
  /** of the newest cause */
  at: Date;
  read_at: Date | null;
}

/** The last number given to each person. Its lock puts what is told to one person in a row. */
export interface NoticeHeadTable {
  user_id: string;
  last_seq: number;
}

/** What somebody was told of already: events may come twice. */
export interface NoticeCauseTable {
  user_id: string;
  cause: string;
  at: Date;
}

/** What is still to be sent outside the portal; gone once it was taken. */
export interface NoticeDeliveryTable {
  /** UUIDv7; handed over, so that the other side can tell a repetition */
  id: string;
  user_id: string;
  channel: 'push' | 'sms';
  cause: string;
  kind: NoticeKind;
  title: string;
  words: string;
  /** path below the base */
  link: string;
  at: Date;
  due_at: Date;
  tries: Generated<number>;
  /** what came of the last try; '' before */
  error: Generated<string>;
  /** nobody took it, however often it was tried: an operator may have it tried again */
  given_up_at: Generated<Date | null>;
}

/** What a person decided for a group; without a row it is as the group has it. */
export interface NoticeSettingTable {
  user_id: string;
  notice_group: NoticeGroup;
  sms: boolean;
}

export type NoticeRow = Selectable<NoticeTable>;
export type NoticeDeliveryRow = Selectable<NoticeDeliveryTable>;
