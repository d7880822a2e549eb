import { plainText, type Simplify, unitsOf } from './text.ts';
import { type Language, partsOf, saysNothing, withoutMakers } from './words.ts';

/** Units that follow one another. */
export type Phrase = readonly string[];
/** What one word of the query may be called. */
export type Word = readonly Phrase[];

/** One way to read the query: every word of one of the `ways` must be there. */
export interface Want {
  readonly ways: readonly (readonly Word[])[];
  /** not all that was asked for */
  readonly loose: boolean;
}

const mostWords = 8;
/** of ways and names together, or a long query would look for a thousand combinations */
const mostConjunctions = 6;

const phraseOf = (name: string, simplify: Simplify): Phrase => unitsOf(name, simplify).map(({ text }) => text);

/** The words of a query; none when there is nothing in it to look for. */
export function wordsOf(
  query: string,
  { simplify, cut, namesOf }: Language,
  stageNames: readonly string[] = [],
): Word[] {
  // 58mm is a number and its unit, of which either may be written otherwise.
  const plain = plainText(query, simplify).replace(/(\d)(mm|cm|km|kg|m2|m)(?![a-z\d])/g, '$1 $2');
  const cuts = cut(plain).map((piece) => piece.trim());
  const pieces = [...new Set(withoutMakers(cuts, stageNames))];
  const telling = pieces.filter((piece) => !saysNothing(piece));
  const words = (telling.some((piece) => phraseOf(piece, simplify).length > 0) ? telling : pieces).map((piece) =>
    namesOf(piece)
      .map((name) => phraseOf(name, simplify))
      .filter((phrase) => phrase.length > 0),
  );
  return words.filter((names) => names.length > 0).slice(0, mostWords);
}

/** What is looked for, one after the other until something is found: all words, all but one, any word, characters. */
export function wantsOf(words: readonly Word[]): Want[] {
  if (words.length === 0) return [];
  const apart = words.flatMap(apartOf);
  const wants: Want[] = [{ ways: apart.length > words.length ? [words, apart] : [words], loose: false }];
  const without = (index: number) => words.filter((_, other) => other !== index);
  if (words.length > 2) wants.push({ ways: words.map((_, index) => without(index)), loose: true });
  // A word of one character is found in anything; any of those alone would be no answer.
  const telling = words.filter((names) => names.some((name) => name.length > 1));
  if (words.length > 1) wants.push({ ways: (telling.length > 0 ? telling : words).map((word) => [word]), loose: true });
  // Characters, wherever in the text they stand: all but one, which may be mistyped. Fewer are found in anything.
  const characters = [...new Set(words.flatMap(([name = []]) => name))];
  const allBut = (index: number): Word[] => characters.filter((_, other) => other !== index).map((one) => [[one]]);
  if (characters.length > 2) wants.push({ ways: characters.map((_, index) => allBut(index)), loose: true });
  return wants;
}

/** A compound as the words that it is made of; any other word as it is. */
function apartOf(word: Word): Word[] {
  const parts = partsOf((word[0] ?? []).join(''), word.length > 1);
  return parts ? parts.map((part) => [[part]]) : [word];
}

const quoted = (phrase: Phrase): string => phrase.map((text) => `'${text}'`).join(' <-> ');
const either = (parts: readonly string[], by: string): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(by)})`;

/** As PostgreSQL reads a tsquery. Units hold letters and digits alone, so nothing in a query can end its quotes. */
export function tsqueryOf({ ways }: Want): string {
  const all = (words: readonly Word[]) =>
    either(
      words.map((names) =>
        either(
          names.map((name) => `(${quoted(name)})`),
          ' | ',
        ),
      ),
      ' & ',
    );
  return either([...new Set(ways.map(all))], ' | ');
}

const gramsOfPhrase = (phrase: Phrase): string[] =>
  phrase.length === 1 ? [...phrase] : phrase.slice(1).map((text, index) => `${phrase[index]} ${text}`);

/** The sets of grams of which one must be there as a whole. */
export function conjunctionsOf({ ways }: Want): string[][] {
  const found = ways.flatMap((words) =>
    words.reduce<string[][]>(
      (sets, names) =>
        sets.flatMap((set) => names.map((name) => [...set, ...gramsOfPhrase(name)])).slice(0, mostConjunctions),
      [[]],
    ),
  );
  const unique = new Map(found.map((set) => [[...new Set(set)].toSorted().join('\n'), [...new Set(set)]]));
  return [...unique.values()].slice(0, mostConjunctions);
}

/** Between letters and digits of a title, which a phrase leaves out. */
const between = '[^[:alnum:]]*';
const spelled = (phrase: Phrase): string => phrase.map((text) => text.replaceAll('.', '\\.')).join(between);

/**
 * Two regular expressions for a title in lower case: it is what was asked for and no more; or it has a clause that ends with
 * the last word, for in Chinese the thing itself comes last: 高脚餐椅 is a chair, 餐椅扶手料 is wood.
 */
export function subjectsOf({ ways }: Want): { whole: string; thing: string } {
  const named = (names: Word) => `(${names.map(spelled).join('|')})`;
  const wholes = ways.map((words) => words.map(named).join(between));
  const things = [...new Set(ways.flatMap((words) => words.at(-1) ?? []).map(spelled))];
  return {
    whole: `^${between}(${wholes.join('|')})${between}$`,
    thing: `(${things.join('|')})([^[:alnum:]]|[0-9]|$)`,
  };
}

/** Everything that may be marked in what is found. */
export const phrasesOf = ({ ways }: Want): Phrase[] => [...new Set(ways.flat(2))];
