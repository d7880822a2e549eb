/** As much of fragmented MP4 (ISO 14496-12) as it takes to send a film later than it was made for. */

interface Box {
  readonly type: string;
  /** of its content */
  readonly start: number;
  readonly end: number;
}

const outer = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);

/** Every box with those inside it, in order. */
function* boxes(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    const box = { type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size };
    if (size < 8 || box.end > to) throw new Error(`a box at ${at} does not fit its film`);
    yield box;
    if (outer.has(box.type)) yield* boxes(bytes, box.start, box.end);
    at = box.end;
  }
}

export interface Header {
  /** pixels of the picture */
  readonly width: number;
  readonly height: number;
  /** by track, units of time in a second */
  readonly timescales: ReadonlyMap<number, number>;
}

/** Reads what a film begins with. */
export function readHeader(init: Buffer): Header {
  const timescales = new Map<number, number>();
  let [track, width, height] = [0, 0, 0];
  for (const { type, start, end } of boxes(init)) {
    const wide = init[start] === 1;
    if (type === 'tkhd') {
      track = init.readUInt32BE(start + (wide ? 20 : 12));
      // The header ends with both, as 16.16 fixed-point numbers; a track of sound has none.
      width ||= init.readUInt16BE(end - 8);
      height ||= init.readUInt16BE(end - 4);
    }
    if (type === 'mdhd') timescales.set(track, init.readUInt32BE(start + (wide ? 20 : 12)));
  }
  return { width, height, timescales };
}

/** A segment as it is so many seconds later: its times are moved on, all else is the same. */
export function moveOn(segment: Buffer, { timescales }: Header, seconds: number): Buffer {
  const moved = Buffer.from(segment);
  const later = (at: number, timescale: number) =>
    moved.writeBigUInt64BE(moved.readBigUInt64BE(at) + BigInt(Math.round(seconds * timescale)), at);
  let track = 0;
  for (const { type, start } of boxes(segment)) {
    if (type === 'tfhd') track = segment.readUInt32BE(start + 4);
    if (type !== 'tfdt' && type !== 'sidx') continue;
    if (segment[start] !== 1) throw new Error(`a ${type} of 32 bits would run over`);
    if (type === 'tfdt') later(start + 4, timescales.get(track) ?? 0);
    else later(start + 12, segment.readUInt32BE(start + 8));
  }
  return moved;
}
