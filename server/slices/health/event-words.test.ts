import { expect, it } from 'vitest';
import { wordedEvent } from './event-words.ts';

it('[P-06] a payload of another shape than today’s keeps its words, and what it was about is left out', () => {
  const { words, concerns } = wordedEvent('order.moved', {});
  expect(words).not.toBe('旧版本的一件事');
  expect(concerns).toEqual({});
  expect(wordedEvent('gone.long-ago', {})).toEqual({ words: '旧版本的一件事', concerns: {} });
});
