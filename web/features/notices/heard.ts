import type { Notice } from '../../../contract/notices.ts';
import { createStore } from '../../client/store.ts';

/** What this page knows of the reader's notices; filled once it is idle (`watch.ts`), and empty for visitors. */
export interface Heard {
  /** false until the server was asked for the first time */
  readonly known: boolean;
  /** it did not answer */
  readonly failed: boolean;
  /** up to a hundred */
  readonly unread: number;
  /** the highest number that has come */
  readonly seq: number;
  /** the newest, newest first */
  readonly items: readonly Notice[];
}

export const nothingHeard: Heard = { known: false, failed: false, unread: 0, seq: 0, items: [] };

export const heard = createStore<Heard>(nothingHeard);

/** 99+ from a hundred on. */
export const unreadText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
