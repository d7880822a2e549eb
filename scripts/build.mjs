// Runs on whatever Node is on the machine (20 or newer): built-in modules only, plain JavaScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, root, toolsEnv } from './install.mjs';

// What the pages are made of; the server itself is run from its sources.
const folders = ['web', 'contract', 'server/pages'];
const files = [
  'vite.config.ts',
  'scripts/verifier-page.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

const stamp = join(root, 'build', '.sources');

/**
 * Builds the pages when a source has changed since the last build, and only then. Throws with what the builder said when
 * it fails; the stamp is written last, so that a build cut off is done again.
 */
export async function build() {
  const sources = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the pages …');
  rmSync(stamp, { force: true });
  const { code, output } = await run();
  if (code !== 0) throw new Error(`${output.trimEnd()}\nThe pages could not be built: see the lines above.`);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, sources);
}

/** A hash over names and contents: times of files change with every clone and check-out. */
function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue;
    const names = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
    for (const name of names.sort()) add(name);
  }
  for (const file of files) if (existsSync(join(root, file))) add(file);
  return hash.digest('hex');
}

function run() {
  const program = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  // Without NODE_ENV the builder chooses production by itself, and warns when it is told otherwise.
  const { NODE_ENV: _, ...env } = toolsEnv();
  const child = spawn(nodePath(), [program, 'build'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`The pages could not be built: ${error.message}`)));
    child.once('close', (code) => resolve({ code, output }));
  });
}
