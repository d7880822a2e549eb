import { describe, expect, test } from 'vitest';
import { unreasoned } from './suppressions.ts';

// Put together here, so that this file itself holds no suppression.
const off = (rest: string) => `// ${'oxlint'}-disable-next-line ${rest}`;

describe('suppressions', () => {
  test('one without a reason is named by its line', () => {
    expect(
      unreasoned(['const a = 1;', off('no-console'), off('no-console --'), off('no-console -- no')].join('\n')),
    ).toEqual([2, 3, 4]);
    expect(unreasoned(`/* ${'eslint'}-disable no-console */`)).toEqual([1]);
  });

  test('one with a reason, and a line that suppresses nothing, pass', () => {
    expect(unreasoned(off('no-console -- the address is printed for the person who started it'))).toEqual([]);
    expect(unreasoned('const text = "disable the button";')).toEqual([]);
  });
});
