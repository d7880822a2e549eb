import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { illustrate } from '../../../illustrations/index.ts';
import { shotRequest } from '../demo/shots.ts';
import { carrier, counter } from './overlays.ts';
import {
  broadcast,
  clipSeconds,
  framesPerSecond,
  previewSeconds,
  segmentSeconds,
  type Take,
  takeSeconds,
} from './takes.ts';

/** Draws the scenes and lets ffmpeg make films of them: the sample broadcast, its preview, and clips of demo cases. */

const drawn = { width: 1920, height: 1080 };
const shown = { preview: '480:270', clip: '640:360' };

/** What the two kinds of browsers play: H.264 nearly all, VP9 those that may not carry it. */
const codecs = {
  h264: {
    video: [
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-level',
      '3.1',
      '-preset',
      'veryfast',
      '-bf',
      '0',
      '-pix_fmt',
      'yuv420p',
    ],
    quality: (loss: number) => ['-crf', String(loss)],
    audio: ['-c:a', 'aac', '-b:a', '40k', '-ac', '1', '-ar', '44100'],
  },
  vp9: {
    video: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '7', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
    quality: (loss: number) => ['-b:v', '0', '-crf', String(loss + 12)],
    audio: ['-c:a', 'libopus', '-b:a', '28k', '-ac', '1', '-ar', '48000', '-strict', 'experimental'],
  },
} as const;
export type Codec = keyof typeof codecs;

// A shop floor: the hum of extraction under a cutter that works in turns.
const hum =
  "aevalsrc='0.05*sin(2*PI*98*t)+0.03*sin(2*PI*196*t)+0.02*sin(2*PI*1240*t)*max(0,sin(2*PI*t/6))+0.05*(random(0)-0.5)':s=48000,lowpass=f=2600";

interface Encoding {
  /** the program */
  ffmpeg: string;
  folder: string;
  /** pixels, `960:540` */
  size: string;
  /** as of H.264's constant rate factor: lower is finer and larger */
  loss: number;
  signal?: AbortSignal;
}

/**
 * Encodes the sample broadcast into `folder`: of each codec a stream (`h264/init.mp4`, `h264/0.m4s` …) and a silent
 * preview of its first seconds. Whole or not at all.
 */
export async function encodeBroadcast(encoding: Encoding): Promise<void> {
  const { ffmpeg, folder, size, loss, signal } = encoding;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), '.encoding-'));
  try {
    const inputs = await drawInputs(work, broadcast);
    const counters = await drawCounters(work, broadcast.length * takeSeconds);
    const names = Object.keys(codecs) as Codec[];
    await Promise.all(names.flatMap((name) => [name, `preview-${name}`]).map((name) => mkdir(join(work, name))));
    // One run: the scenes are drawn and moved once for all that is made of them.
    const outputs = names.flatMap((codec) => [...stream(work, codec, loss), ...preview(work, codec)]);
    const sound = ['-f', 'lavfi', '-i', hum];
    const graph = broadcastGraph(names, size);
    await run(ffmpeg, [...quietly, ...inputs, ...counters, ...sound, '-filter_complex', graph, ...outputs], signal);
    // Cut afterwards: while it is encoded, sound may lag behind the picture and end up in a later segment.
    for (const name of names) {
      const whole = join(work, `${name}.mp4`);
      await run(ffmpeg, [...quietly, '-i', whole, '-c', 'copy', ...hls(join(work, name), segmentSeconds)], signal);
      await rm(whole);
    }
    const drawings = (await readdir(work)).filter((name) => name.endsWith('.png'));
    await Promise.all(drawings.map((name) => rm(join(work, name))));
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** One clip as an mp4 that plays while it loads. */
export async function encodeClip(take: Take, file: string): Promise<void> {
  const work = await mkdtemp(`${file}.`);
  try {
    const inputs = await drawInputs(work, [take]);
    const { video, quality } = codecs.h264;
    const graph = `${takeGraph(take, 0, 1, clipSeconds)},scale=${shown.clip}:flags=lanczos[v]`;
    const slow = video.map((word) => (word === 'veryfast' ? 'veryslow' : word));
    await run('ffmpeg', [
      ...quietly,
      ...inputs,
      '-filter_complex',
      graph,
      ...words('-map [v] -an'),
      ...slow,
      ...quality(27),
      ...words('-movflags +faststart -map_metadata -1 -y'),
      file,
    ]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function drawInputs(folder: string, takes: readonly Take[]): Promise<string[]> {
  const drawings = takes.map(({ picture }) => illustrate(shotRequest(picture, drawn))).concat(carrier);
  const files = drawings.map((_, index) => join(folder, `drawing${index}.png`));
  for (const [index, svg] of drawings.entries()) await writeFile(files[index] as string, await png(svg));
  return files.flatMap((file) => ['-i', file]);
}

async function drawCounters(folder: string, seconds: number): Promise<string[]> {
  for (let second = 0; second < seconds; second += 1)
    await writeFile(join(folder, `counter${String(second).padStart(3, '0')}.png`), await png(counter(second)));
  return ['-framerate', '1', '-i', join(folder, 'counter%03d.png')];
}

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();

/** A still picture as a film: decoded once and repeated. */
const still = (input: number, format: string, seconds: number) =>
  `[${input}:v]format=${format},loop=loop=-1:size=1,setpts=N/(${framesPerSecond}*TB),fps=${framesPerSecond},trim=duration=${seconds}`;

/** A take as a filter: the carrier drives through the scene, and the camera moves over both. */
function takeGraph({ from, to, part, floor }: Take, scene: number, overlay: number, seconds: number): string {
  const moving = (start: number, end: number) => `${start}+(${end - start})*t/${seconds}`;
  const [x, y] = [moving(from[0], to[0]), moving(from[1], to[1])];
  const window = `crop=w=iw*${part}:h=ih*${part}:x='(iw-ow)*(${x})':y='(ih-oh)*(${y})'`;
  const room = still(scene, 'yuv420p', seconds);
  if (floor === undefined) return `${room},${window}`;
  const drive = `overlay=x='-340+(W+340)*t/${seconds}':y='H*${floor}-h+20*t/${seconds}'`;
  return `${room}[s${scene}];${still(overlay, 'yuva420p', seconds)}[c${scene}];[s${scene}][c${scene}]${drive},${window}`;
}

function broadcastGraph(names: readonly Codec[], size: string): string {
  const many = broadcast.length;
  const takes = broadcast.map((take, index) => {
    const graph = takeGraph(take, index, many, takeSeconds);
    return `${graph},scale=${size}:flags=bicubic,setsar=1[t${index}]`;
  });
  const joined = `${broadcast.map((_, index) => `[t${index}]`).join('')}concat=n=${many}:v=1[all]`;
  const counted = `[${many + 1}:v]scale=147:-2[n];[all][n]overlay=x=W-w-16:y=16:eof_action=repeat,fps=${framesPerSecond},tpad=stop_mode=clone:stop_duration=1,format=yuv420p`;
  const live = names.map((name) => `[${name}]`).join('');
  const short = names.map((name) => `[preview-${name}]`).join('');
  const parted = `split=2[whole][start];[whole]split=${names.length}${live}`;
  const shortened = `[start]trim=duration=${previewSeconds},scale=${shown.preview},split=${names.length}${short}`;
  return [...takes, joined, `${counted},${parted}`, shortened].join(';');
}

const words = (text: string) => text.split(' ');

const hls = (folder: string, seconds: number) => [
  ...words(`-map_metadata -1 -f hls -hls_time ${seconds} -hls_playlist_type vod`),
  ...words('-hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename'),
  join(folder, '%d.m4s'),
  join(folder, 'index.m3u8'),
];

function stream(folder: string, codec: Codec, loss: number): string[] {
  const { video, quality, audio } = codecs[codec];
  const every = framesPerSecond * segmentSeconds;
  return [
    ...words(`-map [${codec}] -map ${broadcast.length + 2}:a`),
    ...video,
    ...quality(loss),
    ...words(`-g ${every} -keyint_min ${every} -sc_threshold 0`),
    ...audio,
    ...words(`-t ${broadcast.length * takeSeconds}`),
    ...words('-map_metadata -1'),
    join(folder, `${codec}.mp4`),
  ];
}

function preview(folder: string, codec: Codec): string[] {
  const { video, quality } = codecs[codec];
  return [
    ...words(`-map [preview-${codec}] -an -g ${framesPerSecond * previewSeconds}`),
    ...video,
    ...quality(30),
    ...hls(join(folder, `preview-${codec}`), previewSeconds),
  ];
}

/** Whether this machine has an ffmpeg that can do what is asked of it here. */
export async function canEncode(ffmpeg: string): Promise<boolean> {
  const encoders = await run(ffmpeg, words('-hide_banner -encoders')).catch(() => '');
  return ['libx264', 'libvpx-vp9', 'aac', 'libopus'].every((name) => encoders.includes(` ${name} `));
}

const quietly = '-hide_banner -loglevel error -nostdin -filter_threads 1 -filter_complex_threads 1'.split(' ');

/** At the lowest priority: nobody waits for it, and others work meanwhile. Gives what the program wrote. */
function run(ffmpeg: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, args, { signal, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let [written, complaint] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(written);
      else reject(new Error(`${ffmpeg} ended with ${code}: ${complaint}`));
    });
  });
}
