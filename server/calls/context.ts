import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Stage } from '../../contract/stages/stage.ts';
import type { Gateways } from '../adapters/gateway/open.ts';
import type { LiveSource } from '../adapters/live/live.ts';
import type { Moderation } from '../adapters/moderation/moderation.ts';
import type { Sms } from '../adapters/sms/sms.ts';
import type { Storage } from '../adapters/storage/storage.ts';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { DB } from '../db/schema.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings.ts';
import type { Limits } from './limits.ts';

/** What the app is made of. Tests hand in their own clock, stages and adapters. */
export interface Services {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly log: Logger;
  /** the chain this process serves; tests add to it (rulings §1) */
  readonly stages: readonly Stage[];
  readonly limits: Limits;
  readonly outbox: Outbox;
  /** what has changed, to all who keep something in memory */
  readonly bus: Bus;
  readonly sms: Sms;
  /** looks at what people want to show to everybody */
  readonly moderation: Moderation;
  /** where live blocks get their streams from */
  readonly live: LiveSource;
  /** whom people can pay through */
  readonly gateways: Gateways;
  /** where this process answers, for what runs on the same machine; throws while it does not listen */
  readonly ownUrl: () => string;
  /** where uploaded files lie */
  readonly storage: Storage;
  /** what keys are derived from, by `deriveKey` and a purpose */
  readonly secret: string;
}

export type OperatorRole = 'reviewer' | 'moderator' | 'finance' | 'admin' | 'auditor';

/** Who is calling, as far as the session tells. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  /** 1 individual, 2 enterprise */
  readonly accountType: 1 | 2;
  readonly operatorRoles: readonly OperatorRole[];
}

/** A file that arrives with a call; its bytes must be read or discarded. */
export interface IncomingFile {
  readonly filename: string;
  /** as the sender claims */
  readonly mime: string;
  readonly stream: Readable;
}

/** What comes with one call. */
export interface Incoming {
  readonly token: string | undefined;
  readonly requestId: string;
  /** address of the sender; for a page that is rendered, of the visitor who asked for it */
  readonly address: string;
  readonly userAgent: string;
  readonly file?: IncomingFile;
}

/** What an implementation is given. */
export interface Context extends Services, Incoming {
  readonly caller: Caller | null;
  /** the clock's reading when the call began: one call has one now */
  readonly now: Date;
}

export interface SignedInContext extends Context {
  readonly caller: Caller;
}

/** Finds who a token belongs to; null for none, expired or revoked. */
export type Authenticate = (services: Services, token: string, now: Date) => Promise<Caller | null>;
