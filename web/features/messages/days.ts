/** Days and times in a conversation. Pure; seconds since 1970, shown in Asia/Shanghai. */

const zone = 'Asia/Shanghai';
const dayFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, month: 'long', day: 'numeric', weekday: 'short' });
const oldDayFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, dateStyle: 'long' });
const clockFormat = new Intl.DateTimeFormat('zh-CN', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const shortFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, month: 'numeric', day: 'numeric' });

/** Days since 1970 in China, which has no other time of the year. */
export const dayOf = (seconds: number): number => Math.floor((seconds + 8 * 3600) / 86_400);

const yearOf = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).getUTCFullYear();

/** 今天, 昨天, 11月20日周五, with the year once it is another. */
export function dayText(seconds: number, now: number): string {
  const ago = dayOf(now) - dayOf(seconds);
  if (ago === 0) return '今天';
  if (ago === 1) return '昨天';
  return yearOf(seconds) === yearOf(now) ? dayFormat.format(seconds * 1000) : oldDayFormat.format(seconds * 1000);
}

/** 14:02 */
export const clockText = (seconds: number): string => clockFormat.format(seconds * 1000);

/** As short as a list has room for: 14:02 today, 昨天, 11/20, 2025年11月20日. */
export function listTime(seconds: number, now: number): string {
  const ago = dayOf(now) - dayOf(seconds);
  if (ago === 0) return clockText(seconds);
  if (ago === 1) return '昨天';
  return yearOf(seconds) === yearOf(now) ? shortFormat.format(seconds * 1000) : oldDayFormat.format(seconds * 1000);
}

/** When the other side read: the day only where it is not today. */
export function readText(seconds: number, now: number): string {
  const day = dayText(seconds, now);
  return day === '今天' ? clockText(seconds) : `${day} ${clockText(seconds)}`;
}
