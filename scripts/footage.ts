// Makes the films that the repository brings along, for machines without ffmpeg: the sample broadcast and the clips of
// demo cases. Needs ffmpeg. Usage: node scripts/footage.ts [clips]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeBroadcast, encodeClip } from '../server/seeding/footage/encode.ts';
import { clips } from '../server/seeding/footage/takes.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'server/seeding/footage/clips');
await mkdir(folder, { recursive: true });
for (const [name, take] of Object.entries(clips)) await encodeClip(take, join(folder, `${name}.mp4`));
if (process.argv[2] !== 'clips') {
  const folder = join(root, 'server/adapters/live/sample');
  await encodeBroadcast({ ffmpeg: 'ffmpeg', folder, size: '960:540', loss: 27 });
}
