const units = [
  [86_400, '天'],
  [3600, '小时'],
  [60, '分钟'],
] as const;

/** How long something took or has lasted, in the two largest units that it fills: 3 天 4 小时, 2 小时 5 分钟, 40 秒. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = units.findIndex(([length]) => whole >= length);
  if (first < 0) return `${whole} 秒`;
  // What is left is counted from the larger one on.
  let left = whole;
  return units
    .slice(first, first + 2)
    .flatMap(([length, name]) => {
      const count = Math.floor(left / length);
      left -= count * length;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(' ');
}
