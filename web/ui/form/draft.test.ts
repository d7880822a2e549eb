import { beforeEach, describe, expect, it } from 'vitest';
import { forgetDrafts, listOf, takeDraft, textOf } from './draft.ts';

it('what a control holds comes out in its own kind, whatever an older draft held', () => {
  expect([textOf('三榫'), textOf(['a']), textOf(undefined)]).toEqual(['三榫', '', '']);
  expect([listOf(['a', 'b']), listOf('a'), listOf(undefined)]).toEqual([['a', 'b'], [], []]);
});

describe('[U-05] whose draft it is', () => {
  const now = 1_000_000;
  const draft = (name: string, savedAt: number) =>
    JSON.stringify({ values: { name }, savedAt, requestId: `form-${name}` });
  const take = (place: string) => takeDraft(localStorage, place, 'omo.draft.case', now)?.values['name'];
  beforeEach(() => localStorage.clear());

  it('one person does not come upon another’s, and finds their own again', () => {
    localStorage.setItem('omo.draft.case@a', draft('甲', 1));
    expect([take('omo.draft.case@b'), take('omo.draft.case'), take('omo.draft.case@a')]).toEqual([
      undefined,
      undefined,
      '甲',
    ]);
  });

  it('what a visitor wrote becomes theirs who sign in, once', () => {
    localStorage.setItem('omo.draft.case', draft('访客', 5));
    localStorage.setItem('omo.draft.case@a', draft('甲', 1));
    expect(take('omo.draft.case@a')).toBe('访客');
    expect([take('omo.draft.case@a'), take('omo.draft.case@b')]).toEqual(['访客', undefined]);
  });

  it('a later one of one’s own stands', () => {
    localStorage.setItem('omo.draft.case', draft('访客', 5));
    localStorage.setItem('omo.draft.case@a', draft('甲', 9));
    expect(take('omo.draft.case@a')).toBe('甲');
  });

  it('what was handed in is forgotten, but for one and for other people’s', () => {
    const keys = [
      'omo.draft.certification@a',
      'omo.draft.certification.2@a',
      'omo.draft.certification@b',
      'omo.draft.x@a',
    ];
    for (const key of keys) localStorage.setItem(key, '{}');
    forgetDrafts(localStorage, 'omo.draft.certification', (key) => `${key}@a`, 'omo.draft.certification.2');
    expect(Object.keys(localStorage).toSorted()).toEqual(keys.slice(1).toSorted());
  });
});
