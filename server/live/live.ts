import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { livePath } from '../../contract/live.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Authenticate, Services } from '../calls/context.ts';
import { refused } from '../calls/dispatch.ts';
import { answer } from '../calls/http.ts';
import { endedOf } from '../slices/accounts/sessions.ts';
import { readTag } from './topics.ts';

/** Milliseconds between signs of life: proxies cut what is silent for a minute. A sign-in that has ended is noticed then. */
const beat = 20_000;
/** Listeners take turns within a beat, or a thousand of them would ask the database at one moment. */
const turns = 20;
/** connections of one person: more open tabs than that, and the oldest asks again by itself */
const mostPerUser = 8;
/** bytes that a listener may lag behind */
const mostUnread = 64 * 1024;

interface Listener {
  readonly token: string;
  readonly response: ServerResponse;
  /** when within a beat it is looked after */
  readonly turn: number;
}

/**
 * Tells a signed-in person's open pages at once that something of theirs has changed. What is sent is a topic and nothing
 * else: whoever hears it reads again by a call, and so does whoever connects, so that nothing said in between is missed. The
 * bus carries it between processes.
 */
export async function mountLive(
  fastify: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
): Promise<void> {
  const listeners = new Map<string, Set<Listener>>();

  const drop = (userId: string, listener: Listener) => {
    const own = listeners.get(userId);
    own?.delete(listener);
    if (own?.size === 0) listeners.delete(userId);
    listener.response.end();
  };
  const say = (userId: string, listener: Listener, text: string) => {
    // It may have gone while its token was looked at: a write after the end is an error that nobody catches.
    if (!listeners.get(userId)?.has(listener)) return;
    if (listener.response.writableLength > mostUnread) {
      listener.response.destroy();
      drop(userId, listener);
    } else listener.response.write(text);
  };

  /** Whether somebody still listens by right; else the line is cut. */
  const look = async (userId: string, listener: Listener) => {
    const now = services.clock.now();
    const caller = await authenticate(services, listener.token, now, false).catch(() => undefined);
    if (caller === null) drop(userId, listener);
    return caller !== null;
  };

  const unsubscribe = services.bus.subscribe(({ tags }) => {
    for (const tag of tags) {
      const ended = endedOf(tag);
      if (ended !== null) for (const listener of listeners.get(ended) ?? []) void look(ended, listener);
      const told = readTag(tag);
      if (!told) continue;
      for (const listener of listeners.get(told.userId) ?? []) say(told.userId, listener, `data: ${told.topic}\n\n`);
    }
  });
  let came = 0;
  let turn = 0;
  const heart = setInterval(() => {
    turn = (turn + 1) % turns;
    for (const [userId, own] of listeners)
      for (const listener of own)
        if (listener.turn === turn)
          void look(userId, listener).then((stays) => stays && say(userId, listener, ': \n\n'));
  }, beat / turns);
  heart.unref();

  fastify.addHook('preClose', async () => {
    clearInterval(heart);
    unsubscribe();
    for (const [userId, own] of listeners) for (const listener of own) drop(userId, listener);
  });

  fastify.get(livePath, async (request, reply) => {
    // In the header alone: an address is written to logs.
    const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() ?? '';
    const caller = token === '' ? null : await authenticate(services, token, services.clock.now());
    if (!caller)
      return answer(reply, refused(new Refusal('sign_in_needed'), livePath, { requestId: request.id }, services));
    reply.hijack();
    const { raw: response } = reply;
    // It may have gone while its token was looked at; its close would never be heard.
    if (response.destroyed) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy that gathers an answer before it passes it on would tell nothing.
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    const { userId } = caller;
    came += 1;
    const listener = { token, response, turn: came % turns };
    const own = listeners.get(userId) ?? new Set();
    listeners.set(userId, own.add(listener));
    const [oldest] = own;
    if (oldest && own.size > mostPerUser) drop(userId, oldest);
    // A line that breaks while something is written to it; the close that follows tidies up.
    response.on('error', (error) => request.log.debug({ err: error }, 'a line was cut'));
    response.once('close', () => drop(userId, listener));
    response.write(': \n\n');
  });
}
