import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `npm run dev`, second half: runs the server, and starts it again in order when its sources change. Not `node --watch`:
 * that also follows the temporary modules Vite writes for its settings, and would start again for ever.
 */
const root = dirname(import.meta.dirname);
const env = { ...process.env, OMO_PAGES: 'dev' };

let server: ChildProcess | undefined;
let ending = false;
let changed: NodeJS.Timeout | undefined;

function start(): void {
  const started = spawn(process.execPath, [join(root, 'server', 'main.ts')], { cwd: root, env, stdio: 'inherit' });
  server = started;
  started.once('exit', (code) => {
    server = undefined;
    if (ending) process.exit(code ?? 1);
    if (restarting) {
      restarting = false;
      start();
    } else {
      console.log('the server ended: waiting for a change');
    }
  });
}

let restarting = false;

// Always SIGINT: at SIGTERM Vite ends the process by itself, before the database is closed.
function restart(file: string): void {
  clearTimeout(changed);
  // Editors and version control touch many files at once.
  changed = setTimeout(() => {
    console.log(`${file} changed: starting again`);
    if (!server) return start();
    restarting = true;
    server.kill('SIGINT');
  }, 150);
}

for (const folder of ['server', 'contract']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts')) restart(join(folder, file));
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    ending = true;
    if (!server) process.exit(0);
    server.kill('SIGINT');
  });
}
start();
