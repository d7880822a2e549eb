import type { Header } from './fragments.ts';

/** HLS playlists (RFC 8216) of a film in segments: as a film, and as an endless live stream of it. Pure. */

export interface Track {
  readonly name: string;
  /** seconds of each segment */
  readonly durations: readonly number[];
  /** bytes of each segment */
  readonly sizes: readonly number[];
  readonly header: Header;
}

/** Segments that a live playlist holds: a player begins three before the end. */
const windowLength = 6;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export function masterPlaylist(
  variants: readonly { readonly track: Track; readonly codecs: string; readonly address: string }[],
): string {
  const lines = variants.flatMap(({ track, codecs, address }) => {
    const rates = track.sizes.map((size, index) => (size * 8) / (track.durations[index] ?? 1));
    const average = (sum(track.sizes) * 8) / sum(track.durations);
    const facts = [
      `BANDWIDTH=${Math.ceil(Math.max(...rates))}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(average)}`,
      `CODECS="${codecs}"`,
      `RESOLUTION=${track.header.width}x${track.header.height}`,
    ];
    return [`#EXT-X-STREAM-INF:${facts.join(',')}`, address];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

const target = ({ durations }: Track) => `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...durations))}`;

/** The film from its beginning to its end. */
export function roundPlaylist(track: Track): string {
  const segments = track.durations.flatMap((seconds, index) => [
    `#EXTINF:${seconds.toFixed(5)},`,
    `${track.name}/${index}.m4s`,
  ]);
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', target(track), '#EXT-X-PLAYLIST-TYPE:VOD'];
  return [...head, `#EXT-X-MAP:URI="${track.name}/init.mp4"`, ...segments, '#EXT-X-ENDLIST', ''].join('\n');
}

/** Seconds that a round of the film takes. */
export const roundOf = ({ durations }: Track): number => sum(durations);

/** Which segment of the film the so-many-th of the broadcast is, and in which round. */
export const placeOf = ({ durations }: Track, number: number) => ({
  index: number % durations.length,
  turn: Math.floor(number / durations.length),
});

/** How many segments of a broadcast that began in 1970 have been sent; the one being sent now is not yet to be had. */
export function sentBy(track: Track, now: Date): number {
  const { durations } = track;
  const round = roundOf(track);
  const seconds = now.getTime() / 1000;
  const turn = Math.floor(seconds / round);
  let sending = 0;
  for (let passed = durations[0] ?? 0; passed <= seconds - turn * round; passed += durations[sending] ?? round)
    sending += 1;
  return turn * durations.length + sending;
}

/** The segments that have been sent lately, by their number: the film starts over after its last. */
export function windowPlaylist(track: Track, now: Date): string {
  const { durations, name } = track;
  const next = sentBy(track, now);
  const first = Math.max(0, next - windowLength);
  const segments = Array.from({ length: next - first }, (_, place) => {
    const { index, turn } = placeOf(track, first + place);
    const begins = new Date((turn * roundOf(track) + sum(durations.slice(0, index))) * 1000);
    return [
      `#EXT-X-PROGRAM-DATE-TIME:${begins.toISOString()}`,
      `#EXTINF:${(durations[index] ?? 0).toFixed(5)},`,
      `${name}/${first + place}.m4s`,
    ];
  });
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', target(track), `#EXT-X-MEDIA-SEQUENCE:${first}`];
  return [...head, `#EXT-X-MAP:URI="${name}/init.mp4"`, ...segments.flat(), ''].join('\n');
}
