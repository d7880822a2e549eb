import { expect, it } from 'vitest';
import { previewToken, readPreview } from './preview.ts';

const now = new Date('2026-11-22T12:00:00Z');
const draft = { kind: 'banner', id: '01939c1e-0000-7000-8000-000000000000' };
const secret = 's'.repeat(32);

it('[P-03] a preview opens with its link for a quarter of an hour, and with no other', () => {
  const { token, until } = previewToken(secret, draft, now);
  expect(until).toEqual(new Date('2026-11-22T12:15:00Z'));
  expect(readPreview(secret, token, now)).toEqual({ ...draft, until });
  expect(readPreview(secret, token, new Date(until.getTime() - 1))).not.toBeNull();
  expect(readPreview(secret, token, until)).toBeNull();
  expect(readPreview('t'.repeat(32), token, now)).toBeNull();
  const later = token.replace(/^\d+/, (seconds) => String(Number(seconds) + 3600));
  expect(readPreview(secret, later, now)).toBeNull();
  expect(readPreview(secret, token.replace('banner', 'ad'), now)).toBeNull();
  for (const wrong of ['', 'x', `${token}=`, token.slice(1)]) expect(readPreview(secret, wrong, now)).toBeNull();
});
