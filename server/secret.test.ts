import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deriveKey, readSecret } from './secret.ts';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'omo-secret-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('takes the one that was set', () => {
  expect(readSecret({ secret: 's'.repeat(32), dataDir })).toBe('s'.repeat(32));
});

it('makes one, keeps it for its owner only, and finds it again', () => {
  const folder = join(dataDir, 'new');
  const made = readSecret({ secret: undefined, dataDir: folder });
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(readSecret({ secret: undefined, dataDir: folder })).toBe(made);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

it('refuses a damaged one instead of working with a weak key', () => {
  writeFileSync(join(dataDir, 'secret'), 'short\n');
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow(/damaged/);
});

it('derives unlike keys for unlike purposes', () => {
  expect(deriveKey('x'.repeat(32), 'a')).toEqual(deriveKey('x'.repeat(32), 'a'));
  expect(deriveKey('x'.repeat(32), 'a')).not.toEqual(deriveKey('x'.repeat(32), 'b'));
  expect(deriveKey('x'.repeat(32), 'a')).toHaveLength(32);
});
