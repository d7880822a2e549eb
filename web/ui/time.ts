/** Relative time and large counts (feature S-14, rulings §1). Pure; seconds since 1970. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

const dateFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long' });
const momentFormat = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

const clockFormat = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** 14:02, of milliseconds since 1970. */
export function clockText(milliseconds: number): string {
  return clockFormat.format(milliseconds);
}

/** 2026年11月20日 */
export function dateText(seconds: number): string {
  return dateFormat.format(seconds * 1000);
}

/** 2026年11月20日 14:02 */
export function momentText(seconds: number): string {
  return momentFormat.format(seconds * 1000);
}

/** 11月20日 14:02 in the year that it is, else with the year: for narrow places. */
export function shortMomentText(seconds: number, now: number): string {
  const text = momentText(seconds);
  const thisYear = momentText(now).slice(0, '2026年'.length);
  return text.startsWith(thisYear) ? text.slice(thisYear.length) : text;
}

/** 刚刚 under 60 s, then minutes, hours, days (under 30), months, years (under 10), else the date. */
export function relativeTime(seconds: number, now: number): string {
  const age = now - seconds;
  if (age < minute) return '刚刚';
  if (age < hour) return `${Math.floor(age / minute)}分钟前`;
  if (age < day) return `${Math.floor(age / hour)}小时前`;
  if (age < month) return `${Math.floor(age / day)}天前`;
  // Twelve months of thirty days are no year yet: eleven is the most that is said.
  if (age < year) return `${Math.min(11, Math.floor(age / month))}个月前`;
  if (age < 10 * year) return `${Math.floor(age / year)}年前`;
  return dateText(seconds);
}

/** 剩 9 小时, rounded up; under an hour in minutes, from three days on in days. '' once it is over. */
export function timeLeft(seconds: number, now: number): string {
  const left = seconds - now;
  if (left <= 0) return '';
  if (left < hour) return `剩 ${Math.ceil(left / minute)} 分钟`;
  if (left < 3 * day) return `剩 ${Math.ceil(left / hour)} 小时`;
  return `剩 ${Math.ceil(left / day)} 天`;
}

/** Below 10 000 as is; below 100 000 `x.xx万`; below 10 million `x.xx十万`; from there `x.xx千万`. */
export function shortCount(count: number): string {
  const cut = (unit: number) => (Math.floor((count * 100) / unit) / 100).toFixed(2);
  if (count < 10_000) return String(count);
  if (count < 100_000) return `${cut(10_000)}万`;
  if (count < 10_000_000) return `${cut(100_000)}十万`;
  return `${cut(10_000_000)}千万`;
}

const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Yuan as the wire carries them (`8000.00`) → `¥8,000.00`, `-¥8,000.00`. Anything that is no number is shown as it is. */
export function yuan(amount: string | number): string {
  const value = Number(amount);
  if (!Number.isFinite(value) || amount === '') return String(amount);
  return `${value < 0 ? '-' : ''}¥${money.format(Math.abs(value))}`;
}

/** Seconds as days, hours, minutes and seconds, from the first that is not nothing: 29 分 0 秒, not 0 天 0 时 29 分 0 秒. */
export function countdownParts(left: number): (readonly [number, '天' | '时' | '分' | '秒'])[] {
  const parts = [
    [Math.floor(left / 86_400), '天'],
    [Math.floor(left / 3600) % 24, '时'],
    [Math.floor(left / 60) % 60, '分'],
    [left % 60, '秒'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  return first < 0 ? parts.slice(-1) : parts.slice(first);
}
