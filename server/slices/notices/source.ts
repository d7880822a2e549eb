import type { Services } from '../../calls/context.ts';
import type { EventKind, Happened } from '../../outbox/events.ts';
import type { Told } from './write.ts';

/** Who is told what of one kind of event. */
export interface Source {
  readonly event: EventKind;
  readonly told: (happened: Happened<never>, services: Services) => Promise<Told[]>;
}

/** A cause is the event itself, unless the same thing may be written to the outbox twice. */
export function hears<Payload extends object>(
  event: EventKind<Payload>,
  told: (payload: Payload, services: Services, cause: string) => Promise<Told[]>,
): Source {
  return {
    event,
    told: ({ id, payload }: Happened<Payload>, services) => told(payload, services, id),
  };
}

/** In brackets after what it explains; nothing for none. */
export const because = (reason: string | null | undefined): string => (reason ? `（原因：${reason}）` : '');

const monthAndTime = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** 11月23日 18:00 */
export function timeText(at: number): string {
  const parts = new Map(monthAndTime.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('month')}月${parts.get('day')}日 ${parts.get('hour')}:${parts.get('minute')}`;
}

const mostShown = 40;

/** The beginning of what somebody wrote. */
export function clipped(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > mostShown ? `${characters.slice(0, mostShown).join('')}…` : characters.join('');
}
