import { type Bytes, equal, type Hash, joined, sha256 } from './bytes.ts';

// The Merkle tree of RFC 9162 §2.1, as its readers need it: what a proof says, recomputed with WebCrypto. Where the tree is kept
// and proofs are made: server/slices/trace/tree.ts.

/** §2.1.1: what stands in front of a leaf and of a node, so that neither passes for the other. */
export const leafMark = 0;
export const nodeMark = 1;

export const leafHash = (data: Bytes): Promise<Hash> => sha256(Uint8Array.of(leafMark), data);
export const nodeHash = (left: Hash, right: Hash): Promise<Hash> =>
  sha256(joined([Uint8Array.of(nodeMark), left, right]));

const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);
/** Whether it is a count that a tree may have. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/**
 * The root of a tree of `size` leaves that has this leaf at `index` (§2.1.3.2); null when the path does not fit such a tree.
 * The leaf is in the tree when it equals the root of a signed checkpoint.
 */
export async function rootOfInclusion(
  leaf: Hash,
  index: number,
  size: number,
  path: readonly Hash[],
): Promise<Hash | null> {
  if (!isCount(index) || !isCount(size) || index >= size) return null;
  let place = index;
  let last = size - 1;
  let root = leaf;
  for (const other of path) {
    if (last === 0) return null;
    if (isOdd(place) || place === last) {
      root = await nodeHash(other, root);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else {
      root = await nodeHash(root, other);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0 ? root : null;
}

export interface Head {
  size: number;
  root: Hash;
}

/** Whether the tree `later` begins with all of the tree `earlier`: nothing taken out, nothing put in between (§2.1.4.2). */
export async function isConsistent(earlier: Head, later: Head, path: readonly Hash[]): Promise<boolean> {
  if (!isCount(earlier.size) || !isCount(later.size) || earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && equal(earlier.root, later.root);
  // Every tree begins with the empty one.
  if (earlier.size === 0) return path.length === 0;
  const [first, ...rest] = isPowerOfTwo(earlier.size) ? [earlier.root, ...path] : path;
  if (!first || path.length === 0) return false;
  let place = earlier.size - 1;
  let last = later.size - 1;
  while (isOdd(place)) {
    place = half(place);
    last = half(last);
  }
  let before = first;
  let after = first;
  for (const other of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      before = await nodeHash(other, before);
      after = await nodeHash(other, after);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else {
      after = await nodeHash(after, other);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0 && equal(before, earlier.root) && equal(after, later.root);
}

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest > 1 && !isOdd(rest)) rest = half(rest);
  return rest === 1;
}
