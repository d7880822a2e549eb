import { describe, expect, it } from 'vitest';
import { codeChoice, codeOf, readCode } from './code.ts';

const numbers = (seed: number) =>
  Array.from({ length: codeChoice }, (_, at) => (seed * (at + 7) * 31 + at * seed) % 32);
const codes = Array.from({ length: 50 }, (_, seed) => codeOf(numbers(seed)));

describe('[C-06] the code on a label', () => {
  it('is read as it is written, and as people copy it', () => {
    for (const code of codes) {
      expect(code).toMatch(/^OT(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(readCode(code)).toEqual({ code });
      const bare = code.slice(3).replaceAll('-', '');
      for (const typed of [
        code.toLowerCase(),
        ` ${bare} `,
        bare.replaceAll('0', 'o').replaceAll('1', 'l'),
        code.replaceAll('-', ' '),
        code.replaceAll('-', '－'),
        `https://omo.example/trace/${code}`,
        `https://omo.example/omo/trace/${code}?from=label`,
      ])
        expect(readCode(typed)).toEqual({ code });
    }
  });

  it('is not taken with one character wrong, nor with two neighbours in each other’s place', () => {
    for (const code of codes)
      for (let at = 3; at < code.length; at += 1) {
        if (code[at] === '-') continue;
        const wrong = code[at] === '7' ? '8' : '7';
        expect(readCode(code.slice(0, at) + wrong + code.slice(at + 1))).toEqual({ fault: 'mistyped' });
        const next = code[at + 1] === '-' ? at + 2 : at + 1;
        const [one, other] = [code[at], code[next]];
        // The one pair that Luhn's check does not tell apart is the first and the last of the alphabet.
        if (other === undefined || one === other || `${one}${other}` === '0Z' || `${one}${other}` === 'Z0') continue;
        const swapped = [...code];
        [swapped[at], swapped[next]] = [other, one as string];
        expect(readCode(swapped.join(''))).toEqual({ fault: 'mistyped' });
      }
  });

  it('says what is wrong with something else', () => {
    expect(readCode('  ')).toEqual({ fault: 'empty' });
    for (const typed of ['婴儿床', `${codes[0]}0`, 'UUUUUUUUUUUU', 'https://omo.example/demand/1'])
      expect(readCode(typed)).toEqual({ fault: 'not a code' });
  });
});
