import { data } from 'react-router';
import type { Reply } from '../../contract/call.ts';

/** What a page cannot do without: a refusal becomes the page's own, 404 the not-found page. */
export function must<Data>(reply: Reply<Data>): Extract<Reply<Data>, { ok: true }> {
  if (reply.ok) return reply;
  // An id that is no id names nothing that exists.
  throw data(null, { status: reply.status === 400 ? 404 : reply.status || 500 });
}

/** What a page can be shown without: the part is left out when it cannot be had. */
export function orNothing<Data>(reply: Reply<Data>): Data | undefined {
  return reply.ok ? reply.data : undefined;
}

/** Seconds since 1970 at which the page is made. */
export const renderedAt = (): number => Math.floor(Date.now() / 1000);
