import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the lock file is complete: npm ci on a fresh clone would refuse any other', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'lock.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
