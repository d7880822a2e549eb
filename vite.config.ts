import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { verifier } from './scripts/verifier-page.ts';
import { buildBase } from './server/pages/base.ts';

/**
 * antd is for browsers alone (decision 0038): a page that the server renders knows its pieces by name, as undefined, and the
 * server neither loads nor renders any of it.
 */
const antdForBrowsers: Plugin = {
  name: 'antd-for-browsers',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: (id) => (/^antd(?:\/|$)/.test(id) ? `\0none:${id}` : undefined),
  load(id) {
    if (!id.startsWith('\0none:')) return undefined;
    if (id !== '\0none:antd') return 'export default undefined';
    const index = readFileSync(fileURLToPath(import.meta.resolve('antd/es/index.js')), 'utf8');
    const names = [...index.matchAll(/\bdefault as (\w+)/g)].map(([, name]) => name);
    return `export const ${names.join(' = undefined, ')} = undefined`;
  },
};

export default defineConfig(({ command, isPreview }) => ({
  base:
    command === 'build' && !isPreview ? `${buildBase}/` : `${process.env.OMO_BASE_PATH ?? '/omo'}/`.replace('//', '/'),
  plugins: [antdForBrowsers, reactRouter(), verifier()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page loads in two files, what several public pages share in a third: one dictionary squeezes better
        // than twenty small ones, and over a slow line each file costs more by being asked for than by its size.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
            },
            {
              name: 'shell',
              test: /vite\/preload-helper|\/contract\/categories|\/web\/(?:root|session|client\/(?!live|download|waiting)|entry\.client|portal\/(?:chrome\/(?!drawer)|layout|fault|route-record|guard|page-title)|ui\/(?:icon|button|face|tag|toast|menu|mark|moments|time|picture|counts|crumbs|section-head|states|progress-bar|hydrated|link))/,
            },
            // The console's kit. Last: a group takes along what its modules import, unless one before it has it.
            { name: 'antd', test: /node_modules\/(?:antd|@ant-design|@rc-component|@emotion|@babel|dayjs|stylis)\// },
          ],
        },
      },
    },
  },
  // Bundling React into the server build fixes it to its production half, whatever NODE_ENV the process is started with.
  ssr: command === 'build' ? { noExternal: true } : {},
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]__[local]' } },
}));
