/** What a chart of days is drawn by. Pure. */

/** How many steps an axis has room for. */
const stepsAtMost = 4;

/**
 * The marks of an axis from the least value to the most, nought among them: whole numbers, equally far from each other, in
 * steps that are easily counted. The first and the last are the chart's ends.
 */
export function ticksOf(least: number, most: number): number[] {
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      const [from, to] = [Math.floor(low / step), Math.max(Math.ceil(high / step), low < 0 ? 0 : 1)];
      if (to - from <= stepsAtMost) return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
    }
  }
}

/** 12000 → 1.2万, where there is little room. */
export const shortFigure = (value: number): string =>
  Math.abs(value) >= 10_000 ? `${Number((value / 10_000).toFixed(1))}万` : String(value);

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** `2026-11-22` → `11月22日 周日`; of the last day of a chart `11月22日 今天`. */
export function dayText(day: string, today: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Days have no zone.
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  return `${month}月${date}日 ${day === today ? '今天' : weekday}`;
}

/** A week between two, back from today, so that each is the same weekday and the last is today. */
export function labelledDays(days: readonly string[]): { index: number; label: string }[] {
  const last = days.length - 1;
  return days.flatMap((day, index) => {
    if ((last - index) % 7 !== 0) return [];
    const [, month, date] = day.split('-').map(Number);
    return [{ index, label: index === last ? '今天' : `${month}/${date}` }];
  });
}

/** How many days each key of a chart goes on. */
const strides = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['PageUp', -7],
  ['PageDown', 7],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** Where a key leads to in a chart of so many days; undefined for keys that are not its own. */
export function dayAfter(at: number, key: string, count: number): number | undefined {
  const stride = strides.get(key);
  return stride === undefined ? undefined : Math.min(count - 1, Math.max(0, at + stride));
}
