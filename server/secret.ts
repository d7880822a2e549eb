import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/**
 * The one secret that every key of this installation is derived from: OMO_SECRET, else made at random on the first start
 * and kept in the data folder, readable by its owner only. Processes on several machines must be given the same one.
 */
export function readSecret(settings: Pick<Settings, 'secret' | 'dataDir'>): string {
  if (settings.secret !== undefined) return settings.secret;
  const file = join(settings.dataDir, 'secret');
  mkdirSync(settings.dataDir, { recursive: true });
  try {
    // 'wx': of two processes that start at once, one writes and both read the same.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: it must hold at least 32 characters`);
  return secret;
}

/** A key of 32 bytes for one purpose; keys of different purposes tell nothing of each other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'omo', purpose, 32));
}
