/** Hours of the day in China, which has one time, at UTC+8 and without summer time. */
const shanghai = 8 * 3_600_000;
const hour = 3_600_000;
const day = 24 * hour;

/** From 22:00 to 8:00 nobody is texted. */
const [quietFrom, quietTo] = [22, 8];

/** The next moment at which somebody may be texted: now, or eight in the morning. */
export function outOfQuiet(now: Date): Date {
  const local = now.getTime() + shanghai;
  const midnight = Math.floor(local / day) * day;
  const hours = (local - midnight) / hour;
  if (hours < quietTo) return new Date(midnight + quietTo * hour - shanghai);
  return hours < quietFrom ? now : new Date(midnight + day + quietTo * hour - shanghai);
}
