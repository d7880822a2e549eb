import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { encodedSample } from '../../adapters/live/sample.ts';
import type { Settings } from '../../settings.ts';
import { canEncode, encodeBroadcast } from './encode.ts';

/**
 * Encodes the sample broadcast finer than the one that came along, where the machine has an ffmpeg. It takes about a
 * minute of a core at the lowest priority: visitors have the other one meanwhile, and for good when this fails.
 */
export async function improveSample(
  { ffmpeg, live, dataDir }: Settings,
  log: Pick<Logger, 'info' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  const folder = encodedSample(dataDir);
  if (ffmpeg === undefined || live.url !== undefined || !live.sample || existsSync(folder)) return;
  if (!(await canEncode(ffmpeg)))
    return log.info('no ffmpeg that encodes the sample broadcast: the one that came along is shown');
  try {
    await encodeBroadcast({ ffmpeg, folder, size: '1280:720', loss: 24, signal });
    log.info('the sample broadcast is encoded');
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the sample broadcast could not be encoded');
  }
}
