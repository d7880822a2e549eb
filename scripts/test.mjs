// `npm test` on a fresh clone: whatever Node is there starts this, installs, and goes on under the Node of the packages.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, nodePath, root, toolsEnv } from './install.mjs';

try {
  await install();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const script = join(root, 'scripts', 'test.ts');
const { status } = spawnSync(nodePath(), [script, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: toolsEnv(),
});
process.exit(status ?? 1);
