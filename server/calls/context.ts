import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { OperatorRoleKey } from '../../contract/operator/roles.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import type { AnchorTarget } from '../adapters/anchors/anchors.ts';
import type { Gateways } from '../adapters/gateway/open.ts';
import type { LiveSource } from '../adapters/live/live.ts';
import type { NoticeChannel } from '../adapters/notices/channel.ts';
import type { Moderation } from '../adapters/moderation/moderation.ts';
import type { Sms } from '../adapters/sms/sms.ts';
import type { Storage } from '../adapters/storage/storage.ts';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { DB } from '../db/schema.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Preview } from '../preview.ts';
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
  /** where notices go besides the page */
  readonly notices: NoticeChannel;
  /** looks at what people want to show to everybody */
  readonly moderation: Moderation;
  /** where live blocks get their streams from */
  readonly live: LiveSource;
  /** whom people can pay through */
  readonly gateways: Gateways;
  /** where heads of the trace log are kept outside of the database */
  readonly anchors: readonly AnchorTarget[];
  /** where this process answers, for what runs on the same machine; throws while it does not listen */
  readonly ownUrl: () => string;
  /** where uploaded files lie */
  readonly storage: Storage;
  /** what keys are derived from, by `deriveKey` and a purpose */
  readonly secret: string;
}

export type OperatorRole = OperatorRoleKey;

/** Who is calling, as far as the session tells. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  /** 1 individual, 2 enterprise */
  readonly accountType: 1 | 2;
  /** whether it is a session of the console, which is nobody's at the portal; never both */
  readonly operates: boolean;
  /** none for everybody but operators, and for an operator who was given none yet */
  readonly operatorRoles: readonly OperatorRole[];
}

/** A file that arrives with a call; its bytes must be read or discarded. */
export interface IncomingFile {
  readonly filename: string;
  /** as the sender claims */
  readonly mime: string;
  readonly stream: Readable;
}

/** The page that a call is sent for, while it is rendered in this process. */
export interface Rendering {
  /** shown as if it were published */
  readonly preview?: Preview;
  /** Says that what the page shows changes by itself after so many milliseconds: it is not kept for longer. */
  readonly lasts: (milliseconds: number) => void;
}

/** What comes with one call. */
export interface Incoming {
  readonly token: string | undefined;
  readonly requestId: string;
  /** address of the sender; for a page that is rendered, of the visitor who asked for it */
  readonly address: string;
  readonly userAgent: string;
  /** asked by an open page and not by its reader: keeps no session of an operator awake */
  readonly quiet?: boolean;
  readonly file?: IncomingFile;
  /** none for a call over HTTP */
  readonly rendering?: Rendering;
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

/**
 * Finds who a token belongs to; null for none, expired, idle or revoked.
 * @param heard false for a look at a line that lies open, which keeps no session awake
 */
export type Authenticate = (services: Services, token: string, now: Date, heard?: boolean) => Promise<Caller | null>;
