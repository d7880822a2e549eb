import { randomInt } from 'node:crypto';
import { takenIndex } from '../../db/unique.ts';

/** Digits and letters that are not taken for one another when read out or copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: '2-digit', month: '2-digit' });

/**
 * A number that people can quote: `DP-2611-7K3QXM`, from the prefix, year and month in China, and chance. Two may be
 * alike once in a billion a month and prefix: the unique index refuses the second, and it is made again.
 */
export function makeNid(prefix: string, now: Date): string {
  const tail = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}-${month.format(now).replace('-', '')}-${tail}`;
}

/** Whether an insert was refused because its number was taken. */
export function isNidTaken(error: unknown): boolean {
  return takenIndex(error)?.endsWith('_nid_key') ?? false;
}
