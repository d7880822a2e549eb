import type { Services } from '../calls/context.ts';

/**
 * Something that happened, written in the transaction of its cause. A slice declares its own events and others listen;
 * payloads carry ids only: what has become of the thing since is read again.
 */
export interface EventKind<Payload extends object = object> {
  readonly name: string;
  /** never set; carries the payload's type */
  readonly payload?: Payload;
}

export function defineEvent<Payload extends object>(name: string): EventKind<Payload> {
  return { name };
}

/** What an event leads to in another slice. It may run twice for one event and must not mind. */
export interface Consumer {
  readonly event: string;
  readonly name: string;
  readonly handle: (payload: never, services: Services) => Promise<void>;
  /** Takes what has come together at once; when that fails, each is handed to `handle` alone. */
  readonly handleMany?: (payloads: never[], services: Services) => Promise<void>;
}

/** A consumer for which a hundred events together cost little more than one. */
export function onMany<Payload extends object>(
  event: EventKind<Payload>,
  name: string,
  handleMany: (payloads: Payload[], services: Services) => Promise<void>,
): Consumer {
  return {
    event: event.name,
    name,
    handle: (payload: Payload, services) => handleMany([payload], services),
    handleMany,
  };
}

export function on<Payload extends object>(
  event: EventKind<Payload>,
  name: string,
  handle: (payload: Payload, services: Services) => Promise<void>,
): Consumer {
  return { event: event.name, name, handle };
}

/**
 * What the clock does: looks once a minute, with the app's own clock, for what has become due. Each runs on its own, in a
 * process never twice at once; among processes it must bear that. `stopping` is aborted when the process is to end: one that
 * takes long, or asks others, then begins nothing new.
 */
export interface Sweep {
  readonly name: string;
  readonly run: (services: Services, stopping: AbortSignal) => Promise<void>;
}
