import { randomUUID } from 'node:crypto';
import type { PoolConfig } from 'pg';
import { myDemandList, myPartList, orderPageSize } from '../contract/orders.ts';
import { payOrder } from '../contract/payments.ts';
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

export interface Payable {
  nid: string;
  token: string;
}

/** What so many payers may pay, of different payers one after the other: at once come payments of different people. */
export async function payable(connection: PoolConfig, people: readonly Signed[]): Promise<Payable[]> {
  const db = openDatabase(connection);
  try {
    const ids = people.map(({ userId }) => userId);
    const orders = await db.selectFrom('demands').select(['nid', 'owner_id']).where('owner_id', 'in', ids).execute();
    const byOwner = Map.groupBy(orders, ({ owner_id }) => owner_id);
    const turns = Math.max(...[...byOwner.values()].map(({ length }) => length));
    return Array.from({ length: turns }, (_, turn) =>
      people.flatMap(({ userId, token }) => {
        const nid = byOwner.get(userId)?.[turn]?.nid;
        return nid === undefined ? [] : [{ nid, token }];
      }),
    ).flat();
  } finally {
    await db.destroy();
  }
}

export const payBodyOf = ({ nid, token }: Payable): string =>
  form({ demandNid: nid, instalment: 'down', way: 'balance', device: 'desktop', requestId: randomUUID(), token });

/** A down payment each, out of the balance; each order is paid once. */
export const paying = (orders: readonly Payable[]): Request => ({
  method: 'POST',
  headers: {},
  once: true,
  requests: orders.map((order) => ({ path: payOrder.path, body: payBodyOf(order) })),
});

export interface OrderSide {
  server: Server;
  people: readonly Signed[];
  /** what is left to be paid; a round takes its own part */
  orders: readonly Payable[];
}

/** The part of what may be paid that a round pays, of so many rounds. */
export const share = (orders: readonly Payable[], round: number, rounds: number): Payable[] => {
  const size = Math.floor(orders.length / rounds);
  return orders.slice(round * size, (round + 1) * size);
};

/** What one person reads of their own orders and pays, among a million of others and among ten thousand. */
export async function orderGrowth(many: OrderSide, few: OrderSide, rounds: number, duel: Duel): Promise<Figure[]> {
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
  const payer = (among: string, { server, orders }: OrderSide): Runner => ({
    name: `payments from the balance among ${among}`,
    server,
    request: (round) => paying(share(orders, round, rounds)),
  });
  const sides = await duel(payer('1 000 000', many), payer('10 000', few));
  figures.push(timesAsLong('payment from the balance, 1 000 000 orders beside 10 000', ...sides, 1.3));
  return figures;
}
