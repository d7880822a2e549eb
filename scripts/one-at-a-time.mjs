// Runs on whatever Node is on the machine (20 or newer): built-in modules only, plain JavaScript.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './install.mjs';

/**
 * Runs some work on this checkout while no other process does: two installers at once leave half a folder of packages.
 * Waits for the other one, and says so.
 */
export async function alone(name, work) {
  const folder = join(root, '.cache');
  const lock = join(folder, `${name}.lock`);
  const mine = join(folder, `${name}.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const me = nameOf(process.pid);
  writeFileSync(mine, me);
  try {
    for (let told = false; !take(mine, lock); told = true) {
      const holder = read(lock);
      const [pid] = holder.split(' ');
      if (nameOf(Number(pid)) !== holder) {
        // Its holder was killed. Read once more: somebody else may have taken it over meanwhile.
        if (read(lock) === holder) rmSync(lock, { force: true });
        continue;
      }
      if (!told) console.log(`Waiting for another start on this folder (process ${pid}) …`);
      await sleep(200);
    }
    return await work();
  } finally {
    if (read(lock) === me) rmSync(lock, { force: true });
    rmSync(mine, { force: true });
  }
}

/** A link is made whole or not at all: nobody ever reads a lock without its holder's number. */
function take(mine, lock) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Number and start time of a running process: numbers are given again, after a container's restart even soon. */
function nameOf(pid) {
  if (!(pid > 0)) return 'nobody';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return 'nobody';
  }
  // The 22nd field; the second, the program's name, may hold blanks and brackets.
  const started = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[19];
  return `${pid} ${started ?? ''}`;
}
