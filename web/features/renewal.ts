/** Milliseconds before links run out at which they are asked for anew, and the least that lies between two times. */
const ahead = 60_000;

/** Milliseconds until links to private files are asked for anew: a page may lie open for hours. */
export function untilRenewal(files: readonly { until: number }[], now = Date.now()): number {
  const first = Math.min(...files.map(({ until }) => until * 1000), now + 10 * ahead);
  return Math.max(ahead, first - now - ahead);
}
