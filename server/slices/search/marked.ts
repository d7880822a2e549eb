import type { Phrase } from './ask.ts';
import { type Simplify, type Unit, unitsOf } from './text.ts';

/** A piece of a text; `hit` is what was asked for. */
export interface Segment {
  text: string;
  hit: boolean;
}

/** Where a phrase begins among the units; −1 is never given. */
function follows(units: readonly Unit[], start: number, phrase: Phrase): boolean {
  const first = units[start] as Unit;
  return phrase.every((text, index) => {
    const unit = units[start + index];
    return unit?.text === text && unit.place === first.place + index;
  });
}

/** Ranges of the original text that one of the phrases takes, in order, none within another. */
function rangesOf(text: string, phrases: readonly Phrase[], simplify: Simplify): [from: number, to: number][] {
  const units = unitsOf(text, simplify);
  const ranges: [number, number][] = [];
  for (const [index, unit] of units.entries()) {
    const lengths = phrases.filter((phrase) => follows(units, index, phrase)).map(({ length }) => length);
    if (lengths.length === 0) continue;
    const to = (units[index + Math.max(...lengths) - 1] as Unit).to;
    const last = ranges.at(-1);
    if (last && unit.from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([unit.from, to]);
  }
  return ranges;
}

function segments(text: string, ranges: readonly [number, number][]): Segment[] {
  const found: Segment[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) found.push({ text: text.slice(at, from), hit: false });
    found.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length) found.push({ text: text.slice(at), hit: false });
  return found;
}

/** The whole text with what was found marked. */
export const marked = (text: string, phrases: readonly Phrase[], simplify: Simplify): Segment[] =>
  segments(text, rangesOf(text, phrases, simplify));

const before = 16;

/** As much of a long text as stands around its first hit; its beginning where there is none. */
export function excerpt(text: string, phrases: readonly Phrase[], simplify: Simplify, length = 90): Segment[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  const [first] = rangesOf(flat, phrases, simplify);
  const wanted = first && first[1] > length ? Math.max(0, first[0] - before) : 0;
  // Not in the middle of a character that takes two.
  const from = wanted > 0 && isLow(flat, wanted) ? wanted + 1 : wanted;
  const end = Math.min(flat.length, from + length);
  const to = end < flat.length && isLow(flat, end) ? end - 1 : end;
  const cut = `${from > 0 ? '…' : ''}${flat.slice(from, to)}${to < flat.length ? '…' : ''}`;
  return marked(cut, phrases, simplify);
}

const isLow = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');
