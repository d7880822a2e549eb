import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Block } from '../../../contract/closing.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

/** One file of the archive that a person takes along. */
export interface Leaf {
  /** path in the archive: 订单.json, 上传的文件/… */
  readonly path: string;
  /** said of it in the readme; '' for what belongs to a folder that is explained by another leaf */
  readonly about: string;
  readonly content:
    /** see {@link jsonPieces} for what flows in it */
    | { readonly json: unknown }
    | { readonly csv: AsyncIterable<readonly string[]>; readonly columns: readonly string[] }
    | { readonly bytes: number; readonly open: () => Promise<Readable> };
}

/** Somebody who leaves. */
export interface Leaving {
  readonly userId: string;
  /** when it was asked for: what was hidden then is known by it */
  readonly askedAt: Date;
  readonly now: Date;
}

/** A step that may run again when a process died in the middle: it must not mind. */
type Step = (tx: Tx, services: Services, leaving: Leaving) => Promise<void>;

/**
 * What one slice holds of a person. Offered like sweeps and consumers: one value a slice, in `personal.ts` beside its tables,
 * listed in server/slices.ts.
 */
export interface PersonalPart {
  /** kept with a closing under way: never changed */
  readonly name: string;
  /**
   * What of a person's own goes into the archive, in words and not in columns; of others only what the person has seen, under
   * the names that were shown. Large things come piece by piece.
   */
  readonly collect?: (services: Services, userId: string) => Promise<readonly Leaf[]>;
  /** Why the account cannot be closed yet: asked with the person's row locked, and again on the last day. */
  readonly blocks?: (db: Kysely<DB> | Tx, userId: string, now: Date) => Promise<readonly Block[]>;
  /** Takes out of sight what is public, while the account may still come back. */
  readonly hide?: Step;
  /** Takes `hide` back. */
  readonly show?: Step;
  /** For good. What the law has trade keep is kept. */
  readonly erase?: Step;
}
