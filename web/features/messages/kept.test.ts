import { expect, it } from 'vitest';
import { type Kept, nothing, readKept, writeKept } from './kept.ts';

function device() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage & { items: Map<string, string> };
}

const outgoing = { clientId: 'client-1', content: '在吗', pictures: [], files: [], time: 1 };
const kept: Kept = { content: '写了一半', pictures: ['/files/a.jpg'], files: [], waiting: [outgoing] };

it('[Z-09] what was written is there again; what was on its way counts as not sent, under its own id', () => {
  const storage = device();
  writeKept(storage, 'one', kept);
  expect(readKept(storage, 'one')).toEqual({ ...kept, waiting: [{ ...outgoing, error: '没有发出' }] });
  expect(readKept(storage, 'other')).toEqual(nothing);
});

it('nothing written leaves nothing on the device, and what is unreadable is nothing', () => {
  const storage = device();
  writeKept(storage, 'one', kept);
  writeKept(storage, 'one', { ...nothing, content: '  ' });
  expect(storage.items.size).toBe(0);
  for (const text of ['', 'x', '{}', '{"content":1}', 'null']) {
    storage.items.set('omo.draft.messages.one', text);
    expect(readKept(storage, 'one')).toEqual(nothing);
  }
});
