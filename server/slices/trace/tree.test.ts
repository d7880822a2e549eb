import RFC9162 from '@transmute/rfc9162';
import { describe, expect, it } from 'vitest';
import { type Hash, toHex, utf8 } from '../../../contract/trace/bytes.ts';
import { isConsistent, leafHash, rootOfInclusion } from '../../../contract/trace/tree.ts';
import {
  append,
  askConsistency,
  askInclusion,
  askRoot,
  type Asked,
  growingTiles,
  leafHashOf,
  type Tile,
  tileKey,
  tilesOf,
} from './tree.ts';

const entry = (index: number) => utf8(`record ${index}`);
const hex = (hashes: readonly Uint8Array[]) => hashes.map(toHex);
const plain = (hashes: readonly Uint8Array[]): Hash[] => hashes.map((hash) => new Uint8Array(hash));

/** A log that is kept in memory; grown in steps, as the portal grows its own. */
class Log {
  readonly tiles = new Map<string, Tile>();
  size = 0;

  grow(count: number) {
    const leaves = Array.from({ length: count }, (_, at) => leafHashOf(entry(this.size + at)));
    const edge = growingTiles(this.size).map((id) => this.tiles.get(tileKey(id)) as Tile);
    for (const tile of append(this.size, edge, leaves)) this.tiles.set(tileKey(tile), tile);
    this.size += count;
  }

  ask<Answer>({ tiles, answer }: Asked<Answer>): Answer {
    return answer(tiles.flatMap((id) => this.tiles.get(tileKey(id)) ?? []));
  }
}

function logOf(size: number, step = size): Log {
  const log = new Log();
  while (log.size < size) log.grow(Math.min(step, size - log.size));
  return log;
}

describe('the tree of the trace log', () => {
  it('[Z-11] has the roots and proofs of another implementation, for every tree of 1 to 64 records', async () => {
    const log = logOf(64, 3);
    for (let size = 1; size <= 64; size += 1) {
      const entries = Array.from({ length: size }, (_, index) => entry(index));
      const root = new Uint8Array(await RFC9162.treeHead(entries));
      expect(toHex(log.ask(askRoot(size)))).toBe(toHex(root));
      for (let index = 0; index < size; index += 1) {
        const path = log.ask(askInclusion(index, size));
        const theirs = await RFC9162.inclusionProof(entries[index] as Uint8Array, entries);
        expect(hex(path)).toEqual(theirs.inclusion_path.map((one) => toHex(new Uint8Array(one))));
        const leaf = await leafHash(entry(index));
        expect(toHex((await rootOfInclusion(leaf, index, size, plain(path))) as Hash)).toBe(toHex(root));
      }
    }
  });

  it('[Z-11] every earlier tree of 1 to 64 records is proven to be the beginning of every later one', async () => {
    const log = logOf(64);
    for (let later = 1; later <= 64; later += 1) {
      for (let earlier = 1; earlier < later; earlier += 1) {
        const path = log.ask(askConsistency(earlier, later));
        const one = { size: earlier, root: new Uint8Array(log.ask(askRoot(earlier))) };
        const other = { size: later, root: new Uint8Array(log.ask(askRoot(later))) };
        expect(await isConsistent(one, other, plain(path))).toBe(true);
        const theirs = await RFC9162.verifyConsistencyProof(one.root, other.root, {
          log_id: '',
          tree_size_1: earlier,
          tree_size_2: later,
          // It leaves step 2 of §2.1.4.2 to its caller.
          consistency_path: Number.isInteger(Math.log2(earlier)) ? [one.root, ...plain(path)] : plain(path),
        });
        expect(theirs, `${earlier} of ${later}`).toBe(true);
      }
    }
  });

  it('[Z-11] is the same tree in whatever steps it was grown, over several levels of tiles', () => {
    const sizes = [255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 66_000];
    const whole = logOf(66_000);
    const steps = logOf(66_000, 997);
    expect(new Set(steps.tiles.keys())).toEqual(new Set(whole.tiles.keys()));
    for (const size of sizes) expect(toHex(steps.ask(askRoot(size)))).toBe(toHex(whole.ask(askRoot(size))));
    for (const { width, ...id } of tilesOf(66_000)) {
      expect(steps.tiles.get(tileKey(id))?.hashes.length).toBe(width * 32);
      expect(steps.tiles.get(tileKey(id))?.hashes.equals(whole.tiles.get(tileKey(id))?.hashes as Buffer)).toBe(true);
    }
  });

  it('[Z-11] proves in trees over several levels of tiles', async () => {
    const log = logOf(66_000);
    for (const size of [257, 513, 65_537, 66_000]) {
      const root = toHex(log.ask(askRoot(size)));
      for (const index of [0, 1, 255, 256, size - 2, size - 1]) {
        const path = plain(log.ask(askInclusion(index, size)));
        const found = await rootOfInclusion(await leafHash(entry(index)), index, size, path);
        expect(found && toHex(found)).toBe(root);
      }
      for (const earlier of [1, 255, 256, size - 1]) {
        const one = { size: earlier, root: new Uint8Array(log.ask(askRoot(earlier))) };
        const other = { size, root: new Uint8Array(log.ask(askRoot(size))) };
        expect(await isConsistent(one, other, plain(log.ask(askConsistency(earlier, size))))).toBe(true);
      }
    }
  });

  it('[Z-11] no proof holds for another leaf, place, size or path', async () => {
    const log = logOf(50);
    const root = toHex(log.ask(askRoot(50)));
    const path = plain(log.ask(askInclusion(20, 50)));
    const leaf = await leafHash(entry(20));
    const rootOf = async (...asked: Parameters<typeof rootOfInclusion>) => {
      const found = await rootOfInclusion(...asked);
      return found && toHex(found);
    };
    expect(await rootOf(leaf, 20, 50, path)).toBe(root);
    expect(await rootOf(await leafHash(entry(21)), 20, 50, path)).not.toBe(root);
    expect(await rootOf(leaf, 21, 50, path)).not.toBe(root);
    expect(await rootOf(leaf, 20, 50, path.slice(1))).not.toBe(root);
    expect(await rootOf(leaf, 20, 50, [...path, leaf])).toBeNull();
    expect(await rootOf(leaf, 20, 50, path.toReversed())).not.toBe(root);
    expect(await rootOf(leaf, 50, 50, path)).toBeNull();
    expect(await rootOf(leaf, -1, 50, path)).toBeNull();
    expect(await rootOf(leaf, 0.5, 50, path)).toBeNull();
  });

  it('[Z-11] a log that lost, changed or swapped a record is not the continuation of its earlier self', async () => {
    const log = logOf(40);
    const earlier = { size: 30, root: new Uint8Array(log.ask(askRoot(30))) };
    const later = { size: 40, root: new Uint8Array(log.ask(askRoot(40))) };
    const path = plain(log.ask(askConsistency(30, 40)));
    expect(await isConsistent(earlier, later, path)).toBe(true);
    expect(await isConsistent({ ...earlier, root: later.root }, later, path)).toBe(false);
    expect(await isConsistent(earlier, { ...later, root: earlier.root }, path)).toBe(false);
    expect(await isConsistent({ ...earlier, size: 29 }, later, path)).toBe(false);
    expect(await isConsistent(later, earlier, path)).toBe(false);
    expect(await isConsistent(earlier, later, path.slice(1))).toBe(false);
    expect(await isConsistent(earlier, later, [])).toBe(false);
    expect(await isConsistent(earlier, { size: 30, root: later.root }, [])).toBe(false);
  });

  it('[Z-11] does not grow on tiles that are not its own', () => {
    const log = logOf(300);
    const edge = growingTiles(300).map((id) => log.tiles.get(tileKey(id)) as Tile);
    const leaf = [leafHashOf(entry(300))];
    expect(append(300, edge, leaf).map(({ level, index }) => [level, index])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(() => append(301, edge, leaf)).toThrow('tile 0/1');
    expect(() => append(300, [], leaf)).toThrow('tile 0/1');
  });
});
