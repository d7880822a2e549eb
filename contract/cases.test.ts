import { expect, it } from 'vitest';
import { caseCalls, pointOf } from './cases.ts';
import { stages } from './stages/index.ts';
import { joinImages, joinList, readImages, splitList } from './wire.ts';

it('[C-09] an unreadable img_list is an empty list, silently', () => {
  expect(readImages(joinImages(['/files/a.jpg', '/files/b.jpg']))).toEqual(['/files/a.jpg', '/files/b.jpg']);
  for (const broken of ['', '[', '{"a":1}', 'null', undefined, null, 7, ['x']]) expect(readImages(broken)).toEqual([]);
  expect(readImages('["/a.jpg",3,""]')).toEqual(['/a.jpg']);
});

it('[C-09] a missing point is the default point, and lng may hold both numbers', () => {
  const fallback = { lat: 25.813252, lng: 114.922312 };
  expect(pointOf({ lat: 25.66, lng: 114.76 })).toEqual({ lat: 25.66, lng: 114.76 });
  expect(pointOf({ lat: '25.66', lng: '114.76' })).toEqual({ lat: 25.66, lng: 114.76 });
  expect(pointOf({ lng: '114.76,25.66' })).toEqual({ lat: 25.66, lng: 114.76 });
  expect(pointOf({ lng: '25.66,114.76' })).toEqual({ lat: 25.66, lng: 114.76 });
  for (const missing of [{}, { lat: '', lng: '' }, { lat: 25.66 }, { lng: 114.76 }, { lng: 'x,y' }])
    expect(pointOf(missing)).toEqual(fallback);
});

it('lists travel as text', () => {
  expect(splitList(joinList(['/a.jpg', '/b.jpg']))).toEqual(['/a.jpg', '/b.jpg']);
  expect(splitList('')).toEqual([]);
});

it('[C-07] a stage has its own page size on the more-page', () => {
  const sizes = stages.map((stage) => caseCalls(stage).list.input.parse({}).page_size);
  expect(sizes).toEqual([9, 9, 8, 8, 8, 9, 8]);
});

it('arguments of a case list are checked in words', () => {
  const list = caseCalls(stages[0]!).list;
  const messages = (input: object) => list.input.safeParse(input).error?.issues.map((issue) => issue.message);
  expect(messages({ type: 'garden' })).toEqual(['类别不在可选范围内']);
  expect(messages({ is_recom: '2' })).toEqual(['is_recom 须为0或1']);
  expect(messages({ page: '0' })).toEqual(['页码须为1到999999999之间的整数']);
  expect(messages({ type: '', is_recom: '', page: '', page_size: '' })).toBeUndefined();
});
