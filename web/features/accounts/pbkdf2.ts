/**
 * PBKDF2 with HMAC-SHA-256 in plain JavaScript, for pages opened over plain HTTP by another name than localhost: there a
 * browser has no WebCrypto. About a millisecond per thousand rounds.
 */
const k = new Int32Array(64);
const start = new Int32Array(8);

// The constants are the first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4).
function fillConstants(): void {
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) prime = false;
    if (!prime) continue;
    if (found < 8) start[found] = fraction(Math.sqrt(candidate));
    k[found] = fraction(Math.cbrt(candidate));
    found += 1;
  }
}

const w = new Int32Array(64);
const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** One block of 16 words at `offset`, mixed into `state`. */
function compress(state: Int32Array, block: Int32Array, offset: number): void {
  for (let i = 0; i < 16; i += 1) w[i] = block[offset + i]!;
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  // Read one by one: destructuring would go through an iterator, two thousand times a key.
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Bytes as padded blocks; `before` bytes have gone through the state already. */
function padded(bytes: Uint8Array, before: number): Int32Array {
  const words = new Int32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  const put = (byte: number, at: number) => (words[at >>> 2]! |= byte << (24 - (at & 3) * 8));
  bytes.forEach(put);
  put(0x80, bytes.length);
  words[words.length - 1] = (before + bytes.length) * 8;
  return words;
}

function finish(from: Int32Array, blocks: Int32Array): Int32Array {
  const state = from.slice();
  for (let offset = 0; offset < blocks.length; offset += 16) compress(state, blocks, offset);
  return state;
}

/** @param password at most 64 bytes; @param length of the key, at most 32 bytes */
export function pbkdf2Sha256(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Uint8Array {
  if (start[0] === 0) fillConstants();
  if (password.length > 64 || length > 32) throw new RangeError('beyond what this PBKDF2 is written for');
  const keyed = (pad: number) => {
    const block = new Uint8Array(64).fill(pad);
    password.forEach((byte, i) => (block[i]! ^= byte));
    const words = padded(block, 0).slice(0, 16);
    return finish(start, words);
  };
  const inner = keyed(0x36);
  const outer = keyed(0x5c);

  const seeded = new Uint8Array(salt.length + 4);
  seeded.set(salt);
  seeded[salt.length + 3] = 1;
  // A digest as a message of its own: 8 words, the end mark, the length of 64 + 32 bytes.
  const message = new Int32Array(16);
  message[8] = 0x80000000 | 0;
  message[15] = 96 * 8;
  const state = new Int32Array(8);
  const outerOfState = () => {
    message.set(state);
    state.set(outer);
    compress(state, message, 0);
  };

  state.set(finish(inner, padded(seeded, 64)));
  outerOfState();
  const key = state.slice();
  for (let round = 1; round < rounds; round += 1) {
    message.set(state);
    state.set(inner);
    compress(state, message, 0);
    outerOfState();
    for (let i = 0; i < 8; i += 1) key[i]! ^= state[i]!;
  }
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  key.forEach((word, i) => view.setInt32(i * 4, word));
  return bytes.slice(0, length);
}
