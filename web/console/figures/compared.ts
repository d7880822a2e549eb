/** What more of a figure is called, and less. */
const words = { count: ['多', '少'], wait: ['慢', '快'], share: ['高', '低'] } as const;

/** A figure beside that of the thirty days before. Shares of a hundred differ by points, all else by a part of what it was. */
export function compared(now: number | null, before: number | null, kind: keyof typeof words): string {
  if (now === null || before === null || (before === 0 && kind !== 'share')) return '前 30 天没有可比的';
  const points = kind === 'share';
  const change = points ? Math.round((now - before) * 10) / 10 : Math.round(((now - before) / before) * 100);
  if (change === 0) return '与前 30 天持平';
  const [more, less] = words[kind];
  return `比前 30 天${change > 0 ? more : less} ${Math.abs(change)}${points ? ' 个百分点' : '%'}`;
}
