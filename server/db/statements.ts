import type { Duplex } from 'node:stream';
import { type Compilable, CompiledQuery } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Tx } from './transaction.ts';

/** Statements kept prepared on each connection at most; lists of varying length could make any number of them. */
const most = 400;

interface Named {
  name: string;
  text: string;
  values: unknown[];
}

type Query = (query: string | Named, values?: unknown[]) => Promise<QueryResult>;

/**
 * Names for statements with parameters, so that PostgreSQL parses and plans each once per connection and not once per
 * use: for the short statements of a web server, planning costs more than running. One set of names per process.
 */
export class StatementNames {
  private names = new Map<string, string>();
  private generation = 0;

  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= most) return known;
    const name = `s${this.generation}_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** A table's shape changed under a plan that returns it: every statement gets a new name, hence a new plan. */
  renew(): void {
    this.generation += 1;
    this.names = new Map();
  }
}

/** feature_not_supported, raised as "cached plan must not change result type" */
const stalePlan = '0A000';

const withNext = '/* with the next */ ';

/**
 * Sends a statement together with the next one of its transaction, the commit at the latest, instead of waiting for an
 * answer of its own: that it was carried out is known when that one was. Only for what answers nothing; its error is
 * thrown by the next statement.
 */
export async function along(tx: Tx, query: Compilable): Promise<void> {
  const { sql, parameters } = query.compile();
  await tx.executeQuery(CompiledQuery.raw(withNext + sql, [...parameters]));
}

/**
 * Makes a connection prepare its statements, where `names` are given, and sends `begin` and what is sent
 * {@link along} in one packet with the statement that follows. The connection must be in pipeline mode.
 */
export function useStatements(client: PoolClient, names: StatementNames | undefined): void {
  const send = client.query.bind(client) as unknown as Query;
  let held: [text: string, values: unknown[]][] = [];

  const run = async (text: string, values: unknown[]): Promise<QueryResult> => {
    const name = values.length > 0 ? names?.nameOf(text) : undefined;
    try {
      return await (name === undefined ? send(text, values) : send({ name, text, values }));
    } catch (error) {
      if (name === undefined || (error as { code?: string }).code !== stalePlan) throw error;
      names?.renew();
      // Within a transaction nothing can be repeated but the whole (inTransaction does).
      if (client.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
    }
  };

  const query = (...given: [text: unknown, values?: unknown, ...rest: unknown[]]): Promise<QueryResult> => {
    const [text, values = []] = given;
    // What is not a plain statement with a promise (query objects, callbacks) goes its usual way.
    if (typeof text !== 'string' || !Array.isArray(values) || given.length > 2)
      return Reflect.apply(send, client, given);
    if (text === 'begin' || text.startsWith(withNext)) {
      held.push([text === 'begin' ? text : text.slice(withNext.length), values]);
      return Promise.resolve(tag('HELD'));
    }
    const before = held;
    held = [];
    const begins = before[0]?.[0] === 'begin';
    const empty = begins && before.length === 1;
    // Nothing was begun yet, or what was held is not wanted any more.
    if (text === 'rollback') return begins ? Promise.resolve(tag('ROLLBACK')) : run(text, values);
    if (text === 'commit' && empty) return Promise.resolve(tag('COMMIT'));
    if (before.length === 0) return run(text, values);
    return together(client, async () => {
      const answers = await Promise.all([...before, [text, values] as const].map((one) => run(...one)));
      return answers.at(-1) as QueryResult;
    });
  };
  client.query = query as unknown as PoolClient['query'];
}

/** In one packet: the second statement would else be a system call of its own. */
function together<T>(client: PoolClient, work: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  try {
    return work();
  } finally {
    stream.uncork();
  }
}

function tag(command: string): QueryResult {
  return { command, rowCount: null, oid: 0, fields: [], rows: [] };
}
