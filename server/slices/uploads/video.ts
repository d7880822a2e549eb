import { type FileHandle, open } from 'node:fs/promises';
import { Refusal } from '../../../contract/errors.ts';
import { uploadKinds } from '../../../contract/uploads.ts';
import { endingOf, fileMimes } from './documents.ts';
import { boundedQueue } from './queue.ts';

const wrong = () => new Refusal('wrong_file', uploadKinds.video.otherKind);
const broken = () => new Refusal('wrong_file', '视频不完整或已损坏，请重新导出后上传');

/** Brands of mp4 that browsers play; QuickTime's own is none of them. */
const brands = /^ftyp(isom|iso\d|mp4\d|avc1|M4V|dash|MSNV|f4v)/i;

/** The largest index of a film that is read, in bytes; an hour of film has some three million. */
const indexAtMost = 32 * 1024 * 1024;
const boxesAtMost = 100_000;
/** … and of the boxes within it that are looked at; an index has some dozens, but for what is made to keep us busy. */
const innerBoxesAtMost = 10_000;

// An index is held in memory and read through in one go.
const inTurn = boundedQueue(1, 100, '视频处理繁忙，请稍后再试');

/**
 * An mp4 that browsers play: its boxes one after another to the last byte, an index among them, and the picture in H.264.
 * Throws a refusal that says what is wrong. Gives the content type to serve it with.
 */
export async function checkVideo(path: string, name: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await part(file, 0, 12);
    if (endingOf(name) !== '.mp4' || !brands.test(head.toString('latin1', 4))) throw wrong();
    const codecs = await inTurn(async () => [...pictureCodecs(await findIndex(file, size))]);
    if (codecs.length === 0) throw new Refusal('wrong_file', '文件里没有画面，请选择视频文件');
    if (!codecs.every((codec) => codec === 'avc1' || codec === 'avc3'))
      throw new Refusal('wrong_file', '视频编码须为H.264，请用剪辑软件另存为H.264的mp4');
    return fileMimes['.mp4'] as string;
  } finally {
    await file.close();
  }
}

async function part(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

interface Box {
  type: string;
  /** of the content */
  start: number;
  end: number;
}

/** A box's head; undefined where what is left holds none. `size` is where what surrounds it ends. */
function boxAt(head: Buffer, at: number, size: number): Box | undefined {
  if (head.length < 8) return undefined;
  const type = head.toString('latin1', 4, 8);
  const told = head.readUInt32BE(0);
  if (told === 1 && head.length < 16) return undefined;
  const length = told === 0 ? size - at : told === 1 ? Number(head.readBigUInt64BE(8)) : told;
  const start = at + (told === 1 ? 16 : 8);
  const end = at + length;
  return end >= start && end <= size ? { type, start, end } : undefined;
}

/** The `moov` box, once the file is known to be whole: a film that broke off while it was copied has a box too long. */
async function findIndex(file: FileHandle, size: number): Promise<Buffer> {
  let index: Box | undefined;
  let media = false;
  let at = 0;
  for (let count = 0; at < size; count += 1) {
    const box = boxAt(await part(file, at, 16), at, size);
    if (!box || count > boxesAtMost) throw broken();
    if (box.type === 'moov') index = box;
    if (box.type === 'mdat') media = true;
    at = box.end;
  }
  if (!index || !media || index.end - index.start > indexAtMost) throw broken();
  return part(file, index.start, index.end - index.start);
}

/** How many boxes of one film may still be looked at. */
interface Patience {
  left: number;
}

function* boxesIn(content: Buffer, patience: Patience): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at < content.length;) {
    const box = boxAt(content.subarray(at, at + 16), at, content.length);
    patience.left -= 1;
    if (!box || patience.left < 0) throw broken();
    yield { type: box.type, content: content.subarray(box.start, box.end) };
    at = box.end;
  }
}

/** The first box of a type; empty for none. */
function within(content: Buffer, type: string, patience: Patience): Buffer {
  for (const box of boxesIn(content, patience)) if (box.type === type) return box.content;
  return Buffer.alloc(0);
}

/** How each track of pictures is encoded: the names of its sample entries. */
function* pictureCodecs(index: Buffer): Generator<string> {
  const patience = { left: innerBoxesAtMost };
  for (const { type, content: track } of boxesIn(index, patience)) {
    if (type !== 'trak') continue;
    const media = within(track, 'mdia', patience);
    if (within(media, 'hdlr', patience).toString('latin1', 8, 12) !== 'vide') continue;
    const table = within(within(media, 'minf', patience), 'stbl', patience);
    // Version and flags, then how many follow.
    for (const entry of boxesIn(within(table, 'stsd', patience).subarray(8), patience)) yield entry.type;
  }
}
