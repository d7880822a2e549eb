/** Inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range of a file of so many bytes that a Range header asks for; undefined for no range or several, of which the
 * whole may be sent instead, and 'none' for one that lies outside.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | undefined | 'none' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end ? { start, end } : 'none';
}
