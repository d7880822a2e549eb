// `npm start` on a fresh clone: whatever Node is there (20 or newer) starts this; it installs what is missing, builds what
// has changed, and hands over to the server under the Node of the packages. Built-in modules only, plain JavaScript.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { handOver, seedSetting } from './hand-over.mjs';
import { install, root } from './install.mjs';
import { alone } from './one-at-a-time.mjs';

try {
  await refuseWhileRunning();
  await alone('start', async () => {
    await install();
    await build();
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

handOver([join(root, 'server', 'main.ts')], { OMO_SEED: seedSetting() });

/**
 * A portal that runs from this checkout and these data serves the files that a build would replace, so the refusal comes
 * before it. Only an early word: what keeps two owners apart is the lock that the server itself takes.
 */
async function refuseWhileRunning() {
  const dataDir = resolve(root, process.env.OMO_DATA_DIR || '.data');
  let owner;
  try {
    owner = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'));
  } catch {
    return;
  }
  // Left by a killed start, its number and its port may be another program's by now.
  if (!owner.address || !isServer(owner.pid) || !(await answers(owner.address))) return;
  throw new Error(
    `cannot start: the portal is already running on the data folder ${dataDir} (process ${owner.pid}, at ${owner.address}): ` +
      'use it, stop it first, or choose another folder with OMO_DATA_DIR',
  );
}

function isServer(pid) {
  try {
    if (!existsSync('/proc/self/cmdline')) return process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return false;
  }
}

async function answers(address) {
  try {
    return (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
