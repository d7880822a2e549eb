import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from '@playwright/test';

/** What Playwright needs to start a browser that shows Chinese, whatever the machine has. */
export interface Browser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const root = dirname(import.meta.dirname);
const modules = join(root, 'node_modules');

// Our own, few: the defaults of @sparticuz/chromium are made for one-shot functions (--single-process, no web security)
// and would hide faults that a reader's browser shows.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--font-render-hinting=none',
];

/**
 * The browser for tests and pictures: `OMO_CHROMIUM`, else a Chromium of the system, else Playwright's own, else the one
 * that came with the packages (unpacked once, about four seconds).
 */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env['OMO_CHROMIUM'] ?? installedBrowser() ?? (await unpackedBrowser());
  return { executablePath, args, env: { ...environment(), ...words, ...fonts(), ...libraries(executablePath) } };
}

function installedBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const ofSystem = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (ofSystem) return ofSystem;
  const ofPlaywright = chromium.executablePath();
  return isExecutable(ofPlaywright) ? ofPlaywright : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpackedBrowser(): Promise<string> {
  const source = join(modules, '@sparticuz', 'chromium');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(modules, '.cache', `chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found. Install one (npx playwright install chromium) or name it in OMO_CHROMIUM.');
  }
  // Into a folder of its own, then renamed in one step: two test workers, or a cut-off run, never see half a browser.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await expand(join(source, 'bin', 'chromium.br'), join(partial, 'chromium'));
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const name of ['al2023.tar', 'swiftshader.tar']) {
    await expand(join(source, 'bin', `${name}.br`), join(partial, name));
    execFileSync('tar', ['-xf', name], { cwd: partial });
    rmSync(join(partial, name));
  }
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}

async function expand(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/**
 * A bare Debian lacks libnss3, libnspr4 and libexpat; the package brings them. They are added only where the system has
 * none, since they would stand before newer ones.
 */
function libraries(executablePath: string): Record<string, string> {
  const own = join(dirname(executablePath), 'lib');
  if (!existsSync(own)) return {};
  const needed = ['libnss3.so', 'libnssutil3.so', 'libnspr4.so', 'libexpat.so.1'];
  const known = execFileSync('/bin/sh', ['-c', 'PATH=$PATH:/sbin:/usr/sbin ldconfig -p || true'], { encoding: 'utf8' });
  if (needed.every((name) => known.includes(`${name} `))) return {};
  return { LD_LIBRARY_PATH: [own, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter) };
}

/** Chinese glyphs from the packages, beside whatever fonts the system has (none at all on a bare one). */
function fonts(): Record<string, string> {
  const folder = join(modules, '.cache', 'fonts');
  const noto = join(modules, '@expo-google-fonts', 'noto-sans-sc');
  const file = join(folder, 'fonts.conf');
  mkdirSync(join(folder, 'cache'), { recursive: true });
  const family = (generic: string) =>
    `<alias binding="weak"><family>${generic}</family><default><family>Noto Sans SC</family></default></alias>`;
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${noto}/400Regular</dir>
  <dir>${noto}/500Medium</dir>
  <dir>${noto}/700Bold</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  ${['sans-serif', 'serif', 'monospace', 'system-ui'].map(family).join('\n  ')}
</fontconfig>
`;
  // Written once: a second worker must not find it half written.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return { FONTCONFIG_FILE: file };
}

/** Without a locale that knows Chinese, Chromium names a download with a Chinese name `download`. */
const words = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] != null));
}
