import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');
const source = join(root, 'web', 'verifier');

/**
 * The verifier that opens without a server: one HTML file with its styles and script in it, and nothing that it would have to
 * fetch. Its `<script id="trace">` is filled with the records when a bundle is made.
 */
async function verifierPage(): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(source, 'main.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  const [script, ...rest] = built.output;
  if (rest.length > 0) throw new Error(`the verifier is to be one file, and not also ${rest[0]?.fileName}`);
  const [page, styles] = await Promise.all([
    readFile(join(source, 'page.html'), 'utf8'),
    readFile(join(source, 'page.css'), 'utf8'),
  ]);
  // What ends a script element must not stand in one.
  const code = script.code.replaceAll('</script', '<\\/script');
  return page.replace('/* styles */', () => styles.trim()).replace('/* script */', () => code.trim());
}

/** Writes the verifier beside the built pages. */
export function verifier(): Plugin {
  return {
    name: 'omo:verifier',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    closeBundle: async () => {
      const file = join(root, 'build', 'verifier.html');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await verifierPage());
    },
  };
}
