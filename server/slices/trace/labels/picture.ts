import { inflateSync } from 'node:zlib';

/** Dots per point of the pictures below. */
const dots = 2;

/** What is filled with rectangles on a page of a PDF, as a camera would see it: dark on white. For tests. */
export interface Picture {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Each page of a PDF, drawn from its own instructions: moves of the ground (`cm`), rectangles (`re`) and where they are filled (`f`). */
export function picturesOf(pdf: Buffer): Picture[] {
  const text = pdf.toString('latin1');
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((found) => found.slice(1).map(Number));
  const streams = [...text.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    const from = index + head.length;
    return inflateSync(pdf.subarray(from, pdf.indexOf('endstream', from))).toString('latin1');
  });
  const pages = streams.filter((stream) => /\bre\b/.test(stream) && /\bcm\b/.test(stream));
  return pages.map((stream, at) => drawn(stream, sizes[at] as [number, number]));
}

function drawn(stream: string, [wide, high]: readonly [number, number]): Picture {
  const [width, height] = [Math.round(wide * dots), Math.round(high * dots)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  let rectangles: number[][] = [];
  const numbers: number[] = [];
  // The page is turned over once, so that what follows counts from its upper left corner, and is otherwise not moved.
  for (const word of stream.split(/\s+/)) {
    if (/^-?[\d.]+$/.test(word)) {
      numbers.push(Number(word));
      continue;
    }
    if (word === 're') rectangles.push(numbers.slice(-4));
    if (word === 'f') for (const one of rectangles) fill(data, width, one);
    if (/^(f|S|n|W)$/.test(word)) rectangles = [];
    numbers.length = 0;
  }
  return { data, width, height };
}

function fill(data: Uint8ClampedArray, width: number, [x = 0, y = 0, w = 0, h = 0]: readonly number[]): void {
  const edge = (value: number) => Math.round(value * dots);
  for (let row = edge(y); row < edge(y + h); row += 1)
    for (let column = edge(x); column < edge(x + w); column += 1) {
      const at = 4 * (row * width + column);
      data.fill(0, at, at + 3);
    }
}

/** A part of a picture, in millimetres from its upper left corner. */
export function partOf(picture: Picture, box: { x: number; y: number; width: number; height: number }): Picture {
  const dot = (millimetres: number) => Math.round((millimetres * 72 * dots) / 25.4);
  const [left, top, width, height] = [dot(box.x), dot(box.y), dot(box.width), dot(box.height)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let row = 0; row < height; row += 1) {
    const from = 4 * ((top + row) * picture.width + left);
    data.set(picture.data.subarray(from, from + 4 * width), 4 * row * width);
  }
  return { data, width, height };
}
