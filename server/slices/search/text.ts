/** How texts and queries are taken apart: into characters with places, not words, so that nothing is lost to a wrong cut. */

/** One Chinese character, a run of other letters, or a number, in lower case and simplified. */
export interface Unit {
  readonly text: string;
  /** counted from 1; what does not follow directly is further apart */
  readonly place: number;
  /** where it stands in the original text */
  readonly from: number;
  readonly to: number;
}

/** Traditional → simplified; gives a text as long as it was given, in characters. */
export type Simplify = (text: string) => string;

const unit = /\p{Script=Han}|[a-z]+|(?:(?!\p{Script=Han}|[a-z])\p{L})+|\d+(?:\.\d+)?/gu;
/** What ends a thought: words on both sides of it are not one word. */
const ends = /[，。；：！？、,;!?\n\r()（）]/u;
/** of a run of letters; a key in the index must not be endless */
const longestUnit = 40;

/** Normalised text with the place in the original of each of its characters. */
function normalised(text: string, simplify: Simplify): { chars: string; origins: number[] } {
  let chars = '';
  const origins: number[] = [];
  let at = 0;
  for (const char of text) {
    // Most characters are common Chinese ones, which are normal as they are.
    const plain = char >= '\u4e00' && char <= '\u9fff' ? char : char.normalize('NFKC').toLowerCase();
    chars += plain;
    for (let index = 0; index < plain.length; index += 1) origins.push(at);
    at += char.length;
  }
  origins.push(at);
  const simple = simplify(chars);
  return { chars: simple.length === chars.length ? simple : chars, origins };
}

export function unitsOf(text: string, simplify: Simplify, most = Number.POSITIVE_INFINITY): Unit[] {
  const { chars, origins } = normalised(text, simplify);
  const units: Unit[] = [];
  let place = 0;
  let last = 0;
  for (const match of chars.matchAll(unit)) {
    if (units.length >= most) break;
    const { index } = match;
    const end = index + match[0].length;
    place += ends.test(chars.slice(last, index)) ? 2 : 1;
    last = end;
    const from = origins[index] as number;
    // The end of the original character that the last one came from.
    let after = end;
    while (after < origins.length - 1 && origins[after] === origins[end - 1]) after += 1;
    const to = origins[after] as number;
    units.push({ text: match[0].slice(0, longestUnit), place, from, to });
  }
  return units;
}

/** The normalised text itself, for cutting a query into words. */
export const plainText = (text: string, simplify: Simplify): string => normalised(text, simplify).chars;

/** Units and pairs of neighbours, each once: what the index is asked for. */
export function gramsOf(units: readonly Unit[]): Set<string> {
  const grams = new Set<string>();
  for (const [index, { text, place }] of units.entries()) {
    grams.add(text);
    const next = units[index + 1];
    if (next && next.place === place + 1) grams.add(`${text} ${next.text}`);
  }
  return grams;
}

/** Where the body begins: far enough from any title that no phrase spans both. */
const bodyFrom = 400;
/**
 * Places kept of one unit. Ranking costs as much as there are, and a text that says a thing twenty times is about it.
 * PostgreSQL would keep 256, and none beyond 16383.
 */
const mostPlaces = 20;

/** A `simple` tsvector as PostgreSQL reads it: units with their places, title weight A, body B. */
export function vectorOf(title: readonly Unit[], body: readonly Unit[]): string {
  const places = new Map<string, string[]>();
  const add = (units: readonly Unit[], from: number, weight: string) => {
    for (const { text, place } of units) {
      const known = places.get(text) ?? [];
      places.set(text, known);
      if (known.length < mostPlaces && from + place < 16_000) known.push(`${from + place}${weight}`);
    }
  };
  add(title, 0, 'A');
  add(body, bodyFrom, 'B');
  // Units are letters and digits alone: nothing in them needs quoting within the quotes.
  return [...places].map(([text, list]) => `'${text}'${list.length > 0 ? `:${list.join(',')}` : ''}`).join(' ');
}
