import { kindNumbers, type SearchKind } from './entry.ts';

/**
 * A record's place in the index: its kind and the number in which it came, so that newer ones are higher. Places lie in
 * blocks of a thousand. Every gram is indexed twice, once as it is and once together with its block: a word that stands in
 * hundreds of thousands of records is then found in the newest blocks alone, at the cost of a rare one.
 */
const kindBits = 40;
const blockBits = 10;

/** records of a block */
export const blockSize = 2 ** blockBits;

export const placeOf = (kind: number, number: number): number => kind * 2 ** kindBits + number;
export const numberOf = (place: number): number => place % 2 ** kindBits;
const blockOf = (number: number): number => Math.floor(number / blockSize);

/** Where a gram is looked for: the whole kind, or one of its blocks; in titles or anywhere. */
export interface Scope {
  readonly kind: SearchKind;
  readonly block?: number;
  readonly part: 'title' | 'any';
}

/** FNV-1a, going on from what was hashed before. */
function mixed(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** A signed 32-bit number, stirred. Two grams alike do no harm: what counts is that all of a record's are there. */
function stirred(hash: number): number {
  let stirring = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  stirring = Math.imul(stirring ^ (stirring >>> 13), 0xc2b2ae35);
  return (stirring ^ (stirring >>> 16)) | 0;
}

const spot = ({ kind, block }: Omit<Scope, 'part'>, part: 'title' | 'any' | 'filter') =>
  mixed(`${kindNumbers[kind]}.${block ?? ''}.${part[0]}`);

/** The number that stands for a gram in a scope. */
export const gramHash = (scope: Scope, gram: string): number => stirred(mixed(gram, spot(scope, scope.part)));

/** … and for what is filtered by: `stage=make`, `city=3607`. */
export const filterHash = (scope: Omit<Scope, 'part'>, filter: string): number =>
  stirred(mixed(filter, spot(scope, 'filter')));

/** Everything that a record at this place is found by. */
export function hashesOf(
  kind: SearchKind,
  number: number,
  found: { title: ReadonlySet<string>; any: ReadonlySet<string>; filters: readonly string[] },
): number[] {
  const hashes = new Set<number>();
  const add = (texts: Iterable<string>, from: number) => {
    for (const text of texts) hashes.add(stirred(mixed(text, from)));
  };
  for (const block of [undefined, blockOf(number)]) {
    add(found.title, spot({ kind, block }, 'title'));
    add(found.any, spot({ kind, block }, 'any'));
    add(found.filters, spot({ kind, block }, 'filter'));
  }
  return [...hashes];
}

/** The blocks that there are when so many numbers were given, newest first. */
export const blocksDown = (lastNumber: number): number[] =>
  Array.from({ length: blockOf(lastNumber) + 1 }, (_, index) => blockOf(lastNumber) - index);

/** Whether the newest block has too few records yet to tell from it how common a word is, and there are others. */
export const isScant = (lastNumber: number): boolean =>
  lastNumber >= blockSize && lastNumber % blockSize < blockSize / 2;
