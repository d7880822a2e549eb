// The code on a product's label. No zod here: public pages read what is typed into their field.

const prefix = 'OT';

/** Digits and letters that are not taken for one another when read out or copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** characters after the prefix; the last is made from the others */
const length = 12;
export const codeChoice = length - 1;
const group = 4;

/** What people write for another: the alphabet has neither of them. */
const meant: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Luhn's check to the base of the alphabet: finds every wrong character, and nearly all that changed places with their neighbour. */
function checkOf(characters: string): string {
  const base = alphabet.length;
  let sum = 0;
  for (const [index, character] of [...characters].toReversed().entries()) {
    const weighed = alphabet.indexOf(character) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(weighed / base) + (weighed % base);
  }
  return alphabet[(base - (sum % base)) % base] as string;
}

const grouped = (characters: string): string =>
  [prefix, ...(characters.match(new RegExp(`.{${group}}`, 'g')) ?? [])].join('-');

/** A code from {@link codeChoice} numbers by chance, each from 0 to 31. */
export function codeOf(numbers: readonly number[]): string {
  const characters = numbers.map((number) => alphabet[number % alphabet.length]).join('');
  return grouped(characters + checkOf(characters));
}

export type CodeFault = 'empty' | 'not a code' | 'mistyped';

/**
 * The code that somebody typed, or that a label's QR code holds: in small letters, without its dashes or prefix, with O for 0, or
 * within the address of its page. Says what is wrong with one that cannot be.
 */
export function readCode(typed: string): { code: string } | { fault: CodeFault } {
  const own = /\/trace\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  const plain = own
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐-―−_]/g, '');
  if (plain === '') return { fault: 'empty' };
  const bare = plain.length === length + prefix.length ? plain.replace(/^[O0]T/, '') : plain;
  const characters = [...bare].map((character) => meant[character] ?? character);
  if (characters.length !== length || !characters.every((character) => alphabet.includes(character)))
    return { fault: 'not a code' };
  const text = characters.join('');
  return checkOf(text.slice(0, -1)) === text.at(-1) ? { code: grouped(text) } : { fault: 'mistyped' };
}

/** What a person reads about a code that cannot be. */
export const codeFaults: Readonly<Record<CodeFault, string>> = {
  empty: '请输入溯源码',
  'not a code': '溯源码是 OT 开头、12 位数字和字母，请对照标签再看一下',
  mistyped: '溯源码有一位不对，请对照标签再输一次',
};
