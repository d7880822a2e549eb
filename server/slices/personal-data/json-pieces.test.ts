import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

async function* flowing<T>(...entries: T[]): AsyncGenerator<T> {
  yield* entries;
}

it('[Z-15] what flows reads as if it had been written in one piece', async () => {
  const words = { 内容: '第一行\n第二行 "引号"', 图片: ['一', '二'], 没有: null };
  const whole = [{ 对方: '林木匠', 消息: [words, words], 数: 2 }, { 消息: [] }];
  const pieces = flowing({ 对方: '林木匠', 消息: flowing(words, words), 数: 2 }, { 消息: flowing() });
  expect(await text(jsonPieces(pieces))).toBe(JSON.stringify(whole, null, 2));
  for (const plain of [whole, {}, [], null, 'x'])
    expect(await text(jsonPieces(plain))).toBe(JSON.stringify(plain, null, 2));
});

it('[Z-15] nothing is asked for before what was has been taken', async () => {
  let asked = 0;
  const endless = async function* () {
    for (;;) yield (asked += 1);
  };
  const pieces = jsonPieces({ 消息: endless() });
  while (asked < 3) await pieces.next();
  await pieces.return(undefined);
  expect(asked).toBe(3);
});
