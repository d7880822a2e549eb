import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Functions that write take this, so that a plain connection does not compile. */
export type Tx = Transaction<DB>;

type Effect = () => void | Promise<void>;

const effects = new WeakMap<Tx, Effect[]>();

/**
 * serialization_failure and deadlock_detected: PostgreSQL asks for the whole transaction again. feature_not_supported: a
 * prepared statement's table was changed by a migration; it is prepared anew.
 */
const retriedStates = new Set(['40001', '40P01', '0A000']);

/** how often a transaction begins anew after something that had to be done before it */
const mostBeforehand = 5;

/** Runs something once the transaction has committed; not at all when it rolls back. For what cannot be rolled back. */
export function onCommit(tx: Tx, effect: Effect): void {
  const list = effects.get(tx);
  if (!list) throw new Error('onCommit needs the transaction that inTransaction handed out');
  list.push(effect);
}

/**
 * Thrown by the work of a transaction for what has to be committed before it, whatever becomes of the work itself: the
 * transaction rolls back, `first` runs on its own, and the work begins anew.
 */
export class Beforehand extends Error {
  override readonly name = 'Beforehand';
  readonly first: (db: Kysely<DB>) => Promise<void>;
  constructor(first: (db: Kysely<DB>) => Promise<void>) {
    super('something has to be done before this transaction');
    this.first = first;
  }
}

export interface TransactionOptions {
  isolation?: IsolationLevel;
  /** how often the work is tried when PostgreSQL asks to repeat it */
  attempts?: number;
}

/**
 * Runs `work` in one transaction and then its `onCommit` effects in order. `work` is repeated from the start when
 * PostgreSQL reports a deadlock or a serialisation failure, so it must do nothing outside the database itself.
 * What must be done beforehand (see {@link Beforehand}) counts as no attempt, but is not done for ever.
 * An effect that fails does not undo anything and does not fail the caller: it surfaces as a process warning.
 */
export async function inTransaction<T>(
  db: Kysely<DB>,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) throw new Error('already in a transaction: pass it on instead of opening another');
  const { isolation, attempts = 6 } = options;
  let beforehand = 0;
  for (let attempt = 1; ; attempt += 1) {
    const pending: Effect[] = [];
    const builder = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
    try {
      const result = await builder.execute((tx) => {
        effects.set(tx, pending);
        return work(tx);
      });
      await runEffects(pending);
      return result;
    } catch (error) {
      if (error instanceof Beforehand && beforehand < mostBeforehand) {
        beforehand += 1;
        attempt -= 1;
        await error.first(db);
        continue;
      }
      if (attempt >= attempts || !retriedStates.has((error as { code?: string }).code ?? '')) throw error;
      // Two that collided would collide again if they came back in step.
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

async function runEffects(pending: readonly Effect[]): Promise<void> {
  for (const effect of pending) {
    try {
      await effect();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}
