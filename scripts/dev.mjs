// `npm run dev`: the portal with the pages built on demand and reloaded on change; a change of the server or the contract
// stops it in order and starts it again. Plain JavaScript: runs on whatever Node is there (20 or newer).
import { join } from 'node:path';
import { handOver, seedSetting } from './hand-over.mjs';
import { install, root } from './install.mjs';
import { alone } from './one-at-a-time.mjs';

try {
  await alone('start', install);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

handOver([join(root, 'scripts', 'dev.ts')], { OMO_SEED: seedSetting() });
