/**
 * QR codes (ISO/IEC 18004), as far as a payment needs them: bytes at error level M, versions 1 to 10, which is up to 213
 * bytes. Gives the modules, dark ones true, row by row and without the quiet zone. Pure.
 */

/** By version from 1: bytes of error correction per block, and data bytes of each block. */
const blocksOf: readonly (readonly [check: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Throws RangeError for more than fits. */
export function qrModules(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + blocksOf.findIndex(([, data], index) => bytes.length + (index < 9 ? 2 : 3) <= sum(data));
  if (version === 0) throw new RangeError(`${bytes.length} bytes do not fit`);
  const [check, blocks] = blocksOf[version - 1] ?? [0, []];
  const stream = interleaved(dataBytes(bytes, version, sum(blocks)), blocks, check);
  const drawn = masks.map((mask, index) => draw(version, stream, mask, index));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? [];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const bits = (value: number, count: number) => Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);

function dataBytes(bytes: Uint8Array, version: number, room: number): number[] {
  const stream = [...bits(0b0100, 4), ...bits(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) stream.push(...bits(byte, 8));
  stream.push(...Array.from({ length: Math.min(4, room * 8 - stream.length) }, () => 0));
  while (stream.length % 8 > 0) stream.push(0);
  const out = [];
  for (let i = 0; i < stream.length; i += 8)
    out.push(stream.slice(i, i + 8).reduce((value, bit) => value * 2 + bit, 0));
  for (let pad = 0xec; out.length < room; pad ^= 0xec ^ 0x11) out.push(pad);
  return out;
}

/** In the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let out = 0;
  for (let i = 7; i >= 0; i -= 1) {
    out = (out << 1) ^ ((out >> 7) * 0x11d);
    out ^= ((b >> i) & 1) * a;
  }
  return out;
}

function checkBytes(data: readonly number[], count: number): number[] {
  let divisor = [...Array.from({ length: count - 1 }, () => 0), 1];
  for (let i = 0, root = 1; i < count; i += 1, root = times(root, 2))
    divisor = divisor.map((value, at) => times(value, root) ^ (divisor[at + 1] ?? 0));
  const rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((value, at) => (rest[at] = (rest[at] ?? 0) ^ times(value, factor)));
  }
  return rest;
}

function interleaved(data: readonly number[], blocks: readonly number[], check: number): number[] {
  let from = 0;
  const parts = blocks.map((size) => data.slice(from, (from += size)));
  const checks = parts.map((part) => checkBytes(part, check));
  const across = (rows: readonly number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.flatMap((row) => row[i] ?? []),
    ).flat();
  return [...across(parts), ...across(checks)];
}

function draw(version: number, stream: readonly number[], mask: (x: number, y: number) => boolean, index: number) {
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const fixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const set = (x: number, y: number, on: boolean) => {
    const [row, taken] = [dark[y], fixed[y]];
    if (!row || !taken || x < 0 || x >= size) return;
    row[x] = on;
    taken[x] = true;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (cx: number, cy: number, reach: number, on: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) set(cx + dx, cy + dy, on(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const centres = alignments[version - 1] ?? [];
  const last = centres.length - 1;
  centres.forEach((x, i) =>
    centres.forEach((y, j) => {
      const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!corner) square(x, y, 2, (distance) => distance !== 1);
    }),
  );
  drawFormat(set, size, index);
  if (version >= 7) drawVersion(set, size, version);
  fill(dark, fixed, stream, mask);
  return dark;
}

type Set = (x: number, y: number, on: boolean) => void;

function remainder(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return rest;
}

/** Error level M is 0. */
function drawFormat(set: Set, size: number, mask: number): void {
  const format = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  const bit = (i: number) => ((format >> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function drawVersion(set: Set, size: number, version: number): void {
  const words = (version << 12) | remainder(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const on = ((words >> i) & 1) === 1;
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, on);
    set(b, a, on);
  }
}

/** Two columns at a time from the right, up and down in turn, past the column of the timing pattern. */
function fill(
  dark: boolean[][],
  fixed: readonly (readonly boolean[])[],
  stream: readonly number[],
  mask: (x: number, y: number) => boolean,
): void {
  const size = dark.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        const bit = (((stream[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1;
        row[x] = bit !== mask(x, y);
        i += 1;
      }
    }
  }
}

/** How hard a code is to read; the least of the eight masks is taken. */
function penalty(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  let points = 0;
  for (const row of [...dark, ...columns]) {
    const text = row.map((on) => (on ? '1' : '0')).join('');
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) points += run.length - 2;
    for (let i = 0; i + 11 <= size; i += 1) if (/^(10111010000|00001011101)$/.test(text.slice(i, i + 11))) points += 40;
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const on = dark[y]?.[x];
      if (on === dark[y]?.[x - 1] && on === dark[y - 1]?.[x] && on === dark[y - 1]?.[x - 1]) points += 3;
    }
  const share = (dark.flat().filter(Boolean).length * 100) / (size * size);
  return points + Math.floor(Math.abs(share - 50) / 5) * 10;
}
