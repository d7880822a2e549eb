/** China has kept UTC+8 without summer time since 1991. */
const ahead = 8 * 3600 * 1000;

/** `2026-11-22 09:05:00`, as Chinese vendors write a moment. */
export const shanghaiTime = (moment: Date): string =>
  new Date(moment.getTime() + ahead).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-11-22`, the day on which it is that moment in China. */
export const shanghaiDay = (moment: Date): string => shanghaiTime(moment).slice(0, 10);

/** RFC 3339 with China's offset, which is what WeChat Pay documents. */
export const shanghaiRfc3339 = (moment: Date): string => `${shanghaiTime(moment).replace(' ', 'T')}+08:00`;

/** Reads `2026-11-22 09:05:00`; throws for what is no such moment. */
export function readShanghaiTime(text: string): Date {
  const moment = new Date(`${text.replace(' ', 'T')}+08:00`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || Number.isNaN(moment.getTime()))
    throw new TypeError(`not a time: ${text}`);
  return moment;
}

/** When the vendors have made a day's statement: from ten in the morning of the next day. */
export const statementReadyAt = (day: string): Date =>
  new Date(readShanghaiTime(`${day} 10:00:00`).getTime() + 24 * 3600 * 1000);
