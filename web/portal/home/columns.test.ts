import { expect, test } from 'vitest';
import { columnsOf } from './columns.ts';

const card = (pictures: number) => ({
  title: '缠绳用几毫米',
  text: '同一只猫',
  pictures: Array<string>(pictures).fill('x'),
});

test('[H-05] cards fill the shorter column, and more of them move none', () => {
  const cards = [9, 0, 0, 0, 3, 1, 0, 2].map(card);
  expect(columnsOf(cards.slice(0, 4))).toEqual([0, 1, 1, 1]);
  for (let some = 0; some < cards.length; some += 1)
    expect(columnsOf(cards).slice(0, some)).toEqual(columnsOf(cards.slice(0, some)));
});
