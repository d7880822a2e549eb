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
  // All routes are known at build; a manifest request per hovered link would only cost.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
