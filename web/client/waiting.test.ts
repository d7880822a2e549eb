import { beforeEach, expect, test } from 'vitest';
import { forgetWritten, waiting } from './waiting.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('[U-05] who signs out leaves nothing half written behind, and everything else stays', () => {
  waiting.put('presale.p1', '{"contact":"13800000001"}');
  waiting.put('tender.D-1', '{"offer":"2860"}');
  localStorage.setItem('omo.draft.demand.pet.proofing', '{}');
  localStorage.setItem('omo.searches', '["床"]');
  sessionStorage.setItem('other', '1');
  forgetWritten();
  expect(waiting.read('presale.p1')).toBe('');
  expect([...Object.keys(sessionStorage), ...Object.keys(localStorage)]).toEqual(['other', 'omo.searches']);
});
