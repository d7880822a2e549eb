import { describe, expect, it } from 'vitest';
import { conjunctionsOf, tsqueryOf, type Want, wantsOf, wordsOf } from './ask.ts';
import { excerpt, marked } from './marked.ts';
import { hashesOf, placeOf, numberOf } from './places.ts';
import { gramsOf, unitsOf, vectorOf } from './text.ts';
import { loadLanguage } from './words.ts';
import { firstSynonyms } from '../../db/migrations/202611221125-words.ts';

const language = await loadLanguage(firstSynonyms);
const { simplify } = language;
const read = (text: string) => unitsOf(text, simplify).map(({ text: unit }) => unit);
const words = (query: string) => wordsOf(query, language).map((names) => names.map((name) => name.join('')));
const first = (query: string) => wantsOf(wordsOf(query, language))[0] as Want;

describe('[Z-02] texts are taken apart', () => {
  it.each([
    ['实木婴儿床', ['实', '木', '婴', '儿', '床']],
    ['E1级板', ['e', '1', '级', '板']],
    ['Ｅ１级', ['e', '1', '级']],
    ['1.8米 × 2.0 米', ['1.8', '米', '2.0', '米']],
    ['實木嬰兒牀、噴漆', ['实', '木', '婴', '儿', '床', '喷', '漆']],
    ['CNC开料 58mm', ['cnc', '开', '料', '58', 'mm']],
    ['😀🪑 <b>猫</b>', ['b', '猫', 'b']],
    ['   \u3000 \u200B!?', []],
  ])('%s', (text, units) => expect(read(text)).toEqual(units));

  it('what a stop parts is not one word', () => {
    expect(gramsOf(unitsOf('榉木，床', simplify))).toEqual(new Set(['榉', '榉 木', '木', '床']));
    expect(gramsOf(unitsOf('榉木 床', simplify))).toContain('木 床');
  });

  it('a vector has titles at weight A and bodies at B, and nothing that could end its quotes', () => {
    expect(vectorOf(unitsOf("床'床", simplify), unitsOf('床\\', simplify))).toBe("'床':1A,2A,401B");
  });
});

describe('[Z-02] queries are cut into words', () => {
  it.each([
    ['实木婴儿床', ['实木', '婴儿床']],
    ['猫爬架', ['猫爬架']],
    ['哪里有水性漆儿童床', ['水性漆', '儿童床']],
    ['1.8米双人床', ['1.8', '米', '双人床']],
    ['會議桌走線槽', ['会议桌', '走线槽']],
    ['的', ['的']],
  ])('%s', (query, names) => expect(words(query).map(([name]) => name)).toEqual(names));

  it('a word is looked for under its other names', () => {
    expect(words('喷漆')).toEqual([['喷漆', '喷涂', '上漆']]);
    expect(words('58mm')).toEqual([['58'], ['mm', '毫米']]);
  });

  it.each(['', '   ', '😀', "':*", '\\', '&|!()<->', '%_%', '\u0001'])('nothing is looked for in %j', (query) => {
    expect(wantsOf(wordsOf(query, language))).toEqual([]);
  });

  it('a phrase becomes neighbours, its names alternatives', () => {
    expect(tsqueryOf(first('喷漆婴儿'))).toBe(
      "((('喷' <-> '漆') | ('喷' <-> '涂') | ('上' <-> '漆')) & ('婴' <-> '儿'))",
    );
    expect(conjunctionsOf(first('喷漆婴儿'))).toEqual([
      ['喷 漆', '婴 儿'],
      ['喷 涂', '婴 儿'],
      ['上 漆', '婴 儿'],
    ]);
  });

  it('are loosened step by step, and a long one does not grow without end', () => {
    const wants = wantsOf(wordsOf('实木婴儿床喷漆', language));
    expect(wants.map(({ loose }) => loose)).toEqual([false, true, true, true]);
    const long = wantsOf(wordsOf('喷漆打样猫爬架狗屋书架衣柜物流工厂板材图纸', language));
    for (const want of long) expect(conjunctionsOf(want).length).toBeLessThanOrEqual(6);
  });
});

describe('[Z-02] what was found is marked', () => {
  const phrases = [
    ['婴', '儿', '床'],
    ['喷', '漆'],
  ];

  it('in the text as it was written', () => {
    expect(marked('榉木嬰兒床，<b>喷漆</b>', phrases, simplify)).toEqual([
      { text: '榉木', hit: false },
      { text: '嬰兒床', hit: true },
      { text: '，<b>', hit: false },
      { text: '喷漆', hit: true },
      { text: '</b>', hit: false },
    ]);
  });

  it('an excerpt stands around the first hit and cuts no character in two', () => {
    const text = `${'𠮷'.repeat(100)}这里喷漆${'𠮷'.repeat(100)}`;
    const cut = excerpt(text, phrases, simplify);
    const flat = cut.map(({ text: part }) => part).join('');
    expect(cut.find(({ hit }) => hit)?.text).toBe('喷漆');
    expect(flat.length).toBeLessThan(100);
    expect(flat.isWellFormed()).toBe(true);
  });
});

describe('[Z-02] places', () => {
  it('hold kind and number', () => {
    expect(numberOf(placeOf(4, 123_456))).toBe(123_456);
    expect(placeOf(4, 0)).toBeGreaterThan(placeOf(3, 10 ** 9));
  });

  it('a record is found in its kind and in its block, in titles and anywhere, each by a number of its own', () => {
    const title = gramsOf(unitsOf('婴儿', simplify));
    const hashes = hashesOf('case', 5000, { title, any: title, filters: ['stage=make'] });
    expect(new Set(hashes).size).toBe(2 * (3 + 3 + 1));
    for (const hash of hashes) expect(hash | 0).toBe(hash);
  });
});
