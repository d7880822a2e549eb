import type { Config } from '@react-router/dev/config';
import { buildBase } from './server/pages/base.ts';
import { compressAssets } from './server/pages/compress.ts';

const building = process.argv.includes('build');

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  basename: building ? buildBase : (process.env.OMO_BASE_PATH ?? '/omo'),
  buildEnd: () => compressAssets('build/client'),
  // A visitor needs few of the routes, and the list of all is more script than most of their pages: those that a page links to
  // are asked for once it is alive.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config;
