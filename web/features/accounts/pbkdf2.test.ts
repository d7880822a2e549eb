import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { pbkdf2Sha256 } from './pbkdf2.ts';

it.each([
  [20, 16, 1],
  [20, 16, 1000],
  [0, 0, 2],
  [64, 51, 3],
  [1, 52, 7],
  [33, 200, 5],
])('gives what Node gives for a password of %i and a salt of %i bytes, %i rounds', (password, salt, rounds) => {
  const words = [randomBytes(password), randomBytes(salt)] as const;
  const theirs = new Uint8Array(pbkdf2Sync(...words, rounds, 32, 'sha256'));
  expect(pbkdf2Sha256(new Uint8Array(words[0]), new Uint8Array(words[1]), rounds, 32)).toEqual(theirs);
});
