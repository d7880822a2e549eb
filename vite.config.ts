import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { buildBase } from './server/pages/base.ts';

export default defineConfig(({ command, isPreview }) => ({
  base:
    command === 'build' && !isPreview ? `${buildBase}/` : `${process.env.OMO_BASE_PATH ?? '/omo'}/`.replace('//', '/'),
  plugins: [reactRouter()],
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
              test: /vite\/preload-helper|\/contract\/categories|\/web\/(?:root|session|client\/|entry\.client|portal\/(?:chrome\/|layout|fault|route-record|guard|page-title)|ui\/(?:icon|button|face|tag|toast|menu|mark|moments|time|picture|counts|crumbs|section-head|states|progress-bar|hydrated|link))/,
            },
          ],
        },
      },
    },
  },
  // Bundling React into the server build fixes it to its production half, whatever NODE_ENV the process is started with.
  ssr: command === 'build' ? { noExternal: true } : {},
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]__[local]' } },
}));
