import type { Row } from './row.ts';
import { accepting, bidding } from './rows-bidding.ts';
import { closing } from './rows-closing.ts';
import { disputing } from './rows-disputing.ts';
import { working } from './rows-working.ts';

/**
 * The whole life of a demand and its order (rulings §2): the one table that the server's transitions, the buttons, the
 * clock and the diagram in the documentation read. `to: 'same'` leaves the status as it is.
 */
export const orderTable: readonly Row[] = [...bidding, ...accepting, ...working, ...closing, ...disputing];
