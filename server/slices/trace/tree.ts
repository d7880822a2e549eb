import { createHash } from 'node:crypto';
import { hashBytes } from '../../../contract/trace/bytes.ts';
import { leafMark, nodeMark } from '../../../contract/trace/tree.ts';

// The log's Merkle tree (RFC 9162 §2.1) kept in tiles of 256 hashes (C2SP tlog-tiles): tile (level, index) holds the hashes of the
// complete subtrees of 256^level leaves from number 256·index on. A full tile never changes again, so that it can be cached by
// anyone for ever; only the last tile of each level is still growing. Pure: rows go in, rows come out.

const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

export interface TileId {
  level: number;
  index: number;
}

export interface Tile extends TileId {
  /** 1 to 256 hashes of 32 bytes, one after the other */
  hashes: Buffer;
}

export const tileKey = ({ level, index }: TileId): string => `${level}/${index}`;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafPrefix = Uint8Array.of(leafMark);
const nodePrefix = Uint8Array.of(nodeMark);

export const leafHashOf = (data: Uint8Array): Buffer => sha256(leafPrefix, data);
const nodeOf = (left: Buffer, right: Buffer): Buffer => sha256(nodePrefix, left, right);

/** How many hashes the tiles of a level hold in a tree of `size` leaves. */
const countAt = (level: number, size: number): number => Math.floor(size / tileWidth ** level);

/** The tiles that are still growing in a tree of `size` leaves: what `append` needs to go on. */
export function growingTiles(size: number): TileId[] {
  const ids: TileId[] = [];
  for (let level = 0; countAt(level, size) > 0; level += 1) {
    const count = countAt(level, size);
    if (count % tileWidth !== 0) ids.push({ level, index: Math.floor(count / tileWidth) });
  }
  return ids;
}

/** Every tile that a tree of `size` leaves has, with how many hashes it holds. */
export function* tilesOf(size: number): Generator<TileId & { width: number }> {
  for (let level = 0; countAt(level, size) > 0; level += 1) {
    const count = countAt(level, size);
    for (let index = 0; index * tileWidth < count; index += 1)
      yield { level, index, width: Math.min(tileWidth, count - index * tileWidth) };
  }
}

/**
 * Adds leaves to a tree of `size`, whose growing tiles are `edge`, and gives the tiles that are new or longer. Throws on an edge
 * that is not the one of such a tree.
 */
export function append(size: number, edge: readonly Tile[], leaves: readonly Buffer[]): Tile[] {
  const open = new Map<number, { index: number; hashes: Buffer[] }>();
  for (const { level, index, hashes } of edge) {
    open.set(level, { index, hashes: split(hashes) });
  }
  for (const id of growingTiles(size)) {
    const held = open.get(id.level);
    if (held?.index !== id.index || held.hashes.length !== countAt(id.level, size) % tileWidth)
      throw new Error(`tile ${tileKey(id)} of a log of ${size} records is not as it should be`);
  }
  const written = new Map<string, Tile>();
  const push = (level: number, hash: Buffer) => {
    let tile = open.get(level);
    if (!tile) {
      tile = { index: Math.floor(countAt(level, size) / tileWidth), hashes: [] };
      open.set(level, tile);
    }
    tile.hashes.push(hash);
    const id = { level, index: tile.index };
    if (tile.hashes.length < tileWidth) return;
    written.set(tileKey(id), { ...id, hashes: Buffer.concat(tile.hashes) });
    push(level + 1, folded(tile.hashes));
    open.set(level, { index: tile.index + 1, hashes: [] });
  };
  for (const leaf of leaves) push(0, leaf);
  for (const [level, { index, hashes }] of open) {
    if (hashes.length > 0 && leaves.length > 0)
      written.set(tileKey({ level, index }), { level, index, hashes: Buffer.concat(hashes) });
  }
  return [...written.values()];
}

const split = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / hashBytes }, (_, at) => hashes.subarray(at * hashBytes, (at + 1) * hashBytes));

/** The hash over a power of two of hashes. */
function folded(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, at) => nodeOf(row[2 * at] as Buffer, row[2 * at + 1] as Buffer));
  return row[0] as Buffer;
}

/** Leaves from `from` up to and not including `to`. */
interface Range {
  from: number;
  to: number;
}

/** The largest power of two below a count of at least 2 (RFC 9162 §2.1.1). */
function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The ranges whose hashes are the inclusion proof of a leaf, from the leaf up (§2.1.3.1). */
function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let { from, to }: Range = { from: 0, to: size };
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.unshift({ from: middle, to });
      to = middle;
    } else {
      ranges.unshift({ from, to: middle });
      from = middle;
    }
  }
  return ranges;
}

/** The ranges whose hashes are the consistency proof between two sizes (§2.1.4.1). */
function consistencyRanges(earlier: number, later: number): Range[] {
  if (earlier === 0 || earlier === later) return [];
  const ranges: Range[] = [];
  let { from, to }: Range = { from: 0, to: later };
  // Whether what is left of the earlier tree is a subtree that its reader has already.
  let known = true;
  while (earlier !== to) {
    const middle = from + splitOf(to - from);
    if (earlier <= middle) {
      ranges.unshift({ from: middle, to });
      to = middle;
    } else {
      ranges.unshift({ from, to: middle });
      from = middle;
      known = false;
    }
  }
  if (!known) ranges.unshift({ from, to });
  return ranges;
}

interface Node {
  /** of 2^height leaves */
  height: number;
  index: number;
}

/** The complete subtrees that a range is made of, from the left. Ranges of RFC 9162 begin where such subtrees do. */
function nodesOf({ from, to }: Range): Node[] {
  const nodes: Node[] = [];
  let at = from;
  while (at < to) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= to) height += 1;
    nodes.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return nodes;
}

/** Where the hashes under a node lie: a tile, the first of them, how many. */
function placeOf({ height, index }: Node): TileId & { first: number; count: number } {
  const level = Math.floor(height / tileHeight);
  const count = 2 ** (height % tileHeight);
  const at = index * count;
  return { level, index: Math.floor(at / tileWidth), first: at % tileWidth, count };
}

/** A question about the tree, answered once the tiles that it names have been read. */
export interface Asked<Answer> {
  tiles: TileId[];
  /** throws when a tile is missing or too short */
  answer: (tiles: readonly Tile[]) => Answer;
}

function hashesOver(ranges: readonly Range[]): Asked<Buffer[]> {
  const places = ranges.map((range) => nodesOf(range).map(placeOf));
  const tiles = new Map(places.flat().map(({ level, index }) => [tileKey({ level, index }), { level, index }]));
  return {
    tiles: [...tiles.values()],
    answer: (read) => {
      const held = new Map(read.map((tile) => [tileKey(tile), tile.hashes]));
      const hashOf = ({ first, count, ...id }: ReturnType<typeof placeOf>): Buffer => {
        const hashes = held.get(tileKey(id))?.subarray(first * hashBytes, (first + count) * hashBytes);
        if (hashes?.length !== count * hashBytes) throw new Error(`tile ${tileKey(id)} is missing or too short`);
        return folded(split(hashes));
      };
      return places.map((nodes) => nodes.map(hashOf).reduceRight((right, left) => nodeOf(left, right)));
    },
  };
}

/** The proof that a leaf is in the tree of `size` leaves. */
export const askInclusion = (index: number, size: number): Asked<Buffer[]> => hashesOver(inclusionRanges(index, size));

/** The proof that the tree of `later` leaves begins with the one of `earlier`. */
export const askConsistency = (earlier: number, later: number): Asked<Buffer[]> =>
  hashesOver(consistencyRanges(earlier, later));

/** The root of the tree of `size` leaves; of none, the hash of nothing (§2.1.1). */
export function askRoot(size: number): Asked<Buffer> {
  if (size === 0) return { tiles: [], answer: () => sha256() };
  const { tiles, answer } = hashesOver([{ from: 0, to: size }]);
  return { tiles, answer: (read) => answer(read)[0] as Buffer };
}
