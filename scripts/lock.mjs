// `npm run lock`: completes package-lock.json. A registry that does not carry the binaries of every platform makes npm
// leave them out of the lock, and then `npm ci` refuses the lock as out of step, everywhere. Named with version and
// platform they are complete for npm, which fetches only those of the platform it runs on.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const systems = /\b(android|darwin|freebsd|linux|openharmony|win32)\b/;
const processors = /\b(arm64|arm|x64|amd64|ppc64|riscv64|s390x|ia32)\b/;
/** What some packages call a processor that npm knows by another name. */
const npmNames = { amd64: 'x64' };

/** Optional packages that a lock's packages ask for and the lock does not hold: [name, version, of a development tool]. */
function missingFromLock(lock) {
  const missing = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`]) {
        missing.push([name, version, Boolean(entry.dev)]);
      }
    }
  }
  return missing;
}

function complete() {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingFromLock(lock);
  if (process.argv.includes('--check')) {
    for (const [name, version] of missing) console.error(`package-lock.json lacks ${name}@${version}: npm run lock`);
    process.exit(missing.length === 0 ? 0 : 1);
  }
  for (const [name, version, dev] of missing) {
    const processor = processors.exec(name)?.[1];
    const [os, cpu] = [systems.exec(name)?.[1], npmNames[processor] ?? processor];
    if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}@${version}: for which platform?`);
    const libc = os === 'linux' && (/musl/.test(name) ? ['musl'] : ['glibc']);
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      os: [os],
    };
  }
  const { '': own, ...rest } = lock.packages;
  lock.packages = { '': own, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))) };
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages added to package-lock.json`);
}

complete();
