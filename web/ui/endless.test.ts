import { expect, test } from 'vitest';
import { withoutDoubles } from './endless.tsx';

const ids = (...all: string[]) => all.map((id) => ({ id }));

test('[H-05] [S-11] what new records have pushed onto the next page is not shown twice', () => {
  expect(withoutDoubles(ids('a', 'b', 'c'), ids('b', 'c', 'd', 'e', 'd'))).toEqual(ids('d', 'e'));
  expect(withoutDoubles(ids('a'), ids('a'))).toEqual([]);
  expect(withoutDoubles([], ids('a', 'b'))).toEqual(ids('a', 'b'));
});
