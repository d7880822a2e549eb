import type { PoolConfig } from 'pg';
import { myDemandList, myPartList, orderPageSize } from '../contract/orders.ts';
import { openDatabase } from '../server/db/connection.ts';
import { signPeopleIn } from './data.ts';
import type { Duel, Request, Runner } from './duel.ts';
import { type Figure, timesAsLong } from './figures.ts';
import type { Server } from './processes.ts';

export const orderSizes = { few: 10_000, many: 1_000_000 } as const;

export const form = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

export interface Signed {
  userId: string;
  token: string;
}

/** The first people of a database, signed in. */
export async function signIn(connection: PoolConfig, count: number): Promise<Signed[]> {
  const db = openDatabase(connection);
  try {
    return await signPeopleIn(db, count);
  } finally {
    await db.destroy();
  }
}

export const listBodyOf = ({ token }: Signed): string => form({ page: 1, pageSize: orderPageSize, token });

/** Each person looks at the first page of their own orders: those that they started, or those that they work on. */
export const lookingAtOrders = (people: readonly Signed[], list: typeof myDemandList | typeof myPartList): Request => ({
  method: 'POST',
  headers: {},
  requests: people.map((person) => ({ path: list.path, body: listBodyOf(person) })),
});

export interface OrderSide {
  server: Server;
  people: readonly Signed[];
}

/** What one person reads of their own orders, among a million of others and among ten thousand. */
export async function orderGrowth(many: OrderSide, few: OrderSide, duel: Duel): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, list] of [
    ['orders started', myDemandList],
    ['orders joined', myPartList],
  ] as const) {
    const runner = (among: string, { server, people }: OrderSide): Runner => ({
      name: `${name} among ${among}`,
      server,
      request: () => lookingAtOrders(people, list),
    });
    const sides = await duel(runner('1 000 000', many), runner('10 000', few));
    figures.push(timesAsLong(`${name}, 1 000 000 orders beside 10 000`, ...sides, 1.3));
  }
  return figures;
}
