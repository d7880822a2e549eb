import type { Kysely } from 'kysely';
import type { TroubleLink } from '../../../contract/operator/health.ts';
import { reportKindNames } from '../../../contract/report-reasons.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { moderated } from '../moderation/things.ts';
import { ordersByIds } from '../orders/queries.ts';
import { exportsBy, closingsBy } from '../personal-data/queries.ts';
import { productsById } from '../presale/queries.ts';
import { shopCards } from '../shop/queries.ts';
import type { Concerns, Thing } from './event-words.ts';

/** How many are named of those whom something concerns. */
const mostPeople = 3;

export interface About {
  subject: TroubleLink | null;
  people: TroubleLink[];
  /** how many more it concerns */
  others: number;
}

/** What failed things are about and whom they concern, with the pages of the console that tell more. In the order given. */
export async function aboutThem(db: Kysely<DB>, all: readonly Concerns[]): Promise<About[]> {
  const [askers, leavers] = await Promise.all([
    exportsBy(
      db,
      all.flatMap(({ exportId }) => exportId ?? []),
    ),
    closingsBy(
      db,
      all.flatMap(({ closingId }) => closingId ?? []),
    ),
  ]);
  const peopleOf = ({ people = [], exportId = '', closingId = '' }: Concerns): string[] => [
    ...new Set([...people, askers.get(exportId), leavers.get(closingId)].flatMap((id) => id ?? [])),
  ];
  const [users, subjects] = await Promise.all([
    publicUsers(db, all.flatMap(peopleOf)),
    linksOf(
      db,
      all.flatMap(({ thing }) => thing ?? []),
    ),
  ]);
  return all.map((concerns) => {
    const ids = peopleOf(concerns);
    const people = ids.flatMap((id) => {
      const name = users.get(id)?.name;
      return name === undefined ? [] : { name, path: `/console/people/${id}` };
    });
    return {
      subject: (concerns.thing && subjects.get(keyOf(concerns.thing))) ?? null,
      people: people.slice(0, mostPeople),
      others: Math.max(0, people.length - mostPeople),
    };
  });
}

const keyOf = ({ kind, id = '' }: Thing): string => `${kind}:${id}`;

async function linksOf(db: Kysely<DB>, things: readonly Thing[]): Promise<Map<string, TroubleLink>> {
  const links = new Map<string, TroubleLink>();
  const idsOf = (kind: Thing['kind']) => [
    ...new Set(things.flatMap((thing) => (thing.kind === kind && thing.id !== undefined ? [thing.id] : []))),
  ];
  const add = (kind: Thing['kind'], id: string, name: string, path: string) =>
    links.set(`${kind}:${id}`, { name, path });

  const [orders, products, shops] = await Promise.all([
    ordersByIds(db, idsOf('demand')),
    productsById(db, idsOf('presale')),
    shopCards(db, idsOf('shop')),
  ]);
  for (const { id, nid, name } of orders) add('demand', id, `《${name}》${nid}`, `/console/orders/${nid}`);
  for (const [id, { name }] of products) add('presale', id, `预售“${name}”`, `/console/presale/${id}`);
  for (const [id, { name, userId }] of shops) add('shop', id, `店铺“${name}”`, `/console/people/${userId}`);
  // A message is opened where it was reported; what happened to it is told by whom it concerns.
  for (const kind of ['topic', 'case', 'comment'] as const)
    for (const thing of await moderated[kind].things(db, idsOf(kind)))
      add(kind, thing.id, `${reportKindNames[kind]}《${thing.title}》`, `/console/moderation/${kind}/${thing.id}`);
  for (const id of idsOf('certification')) add('certification', id, '认证资料', `/console/certifications/${id}`);
  for (const id of idsOf('proof')) add('proof', id, '账务核对', `/console/ledger?open=${id}`);
  links.set(keyOf({ kind: 'withdrawals' }), { name: '提现审核', path: '/console/withdrawals' });
  links.set(keyOf({ kind: 'trace' }), { name: '溯源锚定', path: '/console/trace' });
  return links;
}
