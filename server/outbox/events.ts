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

/** An event as a consumer gets it. The id is the same however often it is handed over, and ids of later causes sort later. */
export interface Happened<Payload extends object = object> {
  readonly id: string;
  readonly event: string;
  readonly payload: Payload;
}

/** What events lead to in another slice. It may run twice for one event and must not mind. */
export interface Consumer<Name extends string = string> {
  /** names of the events that it hears */
  readonly events: readonly string[];
  readonly name: Name;
  readonly handle: (happened: Happened<never>, services: Services) => Promise<void>;
  /** Takes what has come together at once, oldest first; when that fails, each is handed to `handle` alone. */
  readonly handleMany?: (happened: Happened<never>[], services: Services) => Promise<void>;
}

/** A consumer for which a hundred events together cost little more than one. */
export function onMany<Payload extends object, Name extends string>(
  event: EventKind<Payload>,
  name: Name,
  handleMany: (payloads: Payload[], services: Services) => Promise<void>,
): Consumer<Name> {
  return {
    events: [event.name],
    name,
    handle: ({ payload }: Happened<Payload>, services) => handleMany([payload], services),
    handleMany: (happened: Happened<Payload>[], services) =>
      handleMany(
        happened.map(({ payload }) => payload),
        services,
      ),
  };
}

export function on<Payload extends object, Name extends string>(
  event: EventKind<Payload>,
  name: Name,
  handle: (payload: Payload, services: Services) => Promise<void>,
): Consumer<Name> {
  return {
    events: [event.name],
    name,
    handle: ({ payload }: Happened<Payload>, services) => handle(payload, services),
  };
}

/** One consumer of several kinds of events, which it takes in the order of their causes. */
export function onAny<Name extends string>(
  events: readonly EventKind[],
  name: Name,
  handleMany: (happened: Happened[], services: Services) => Promise<void>,
): Consumer<Name> {
  return {
    events: events.map((event) => event.name),
    name,
    handle: (happened: Happened, services) => handleMany([happened], services),
    handleMany,
  };
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
