import type { SignedInContext } from '../../calls/context.ts';
import { isId } from '../../db/ids.ts';
import type { Page } from '../../db/page.ts';
import { findByMobile, usersById, usersNamed, userPage } from '../accounts/queries.ts';
import { isOperator } from '../accounts/standing.ts';
import { usersOfName } from '../certification/queries.ts';
import { hasRole } from '../operators/policy.ts';
import { findOrder } from '../orders/queries.ts';
import { keeperOf, keepersNamed } from '../shop/queries.ts';
import { withdrawalByNumber } from '../wallet/queries.ts';
import { revealers } from './policy.ts';

/** People found by one query at most: who finds more asks more precisely. */
const most = 200;

export interface Sought {
  query?: string;
  status?: number;
}

/**
 * People by whatever an operator has at hand, each with what they were found by. A number that is somebody's finds that one
 * person; words are looked for in nicknames and shops' names, and as a whole in certified names by who may have those shown:
 * finding somebody by one tells it.
 */
export async function findPeople(context: SignedInContext, { query, status }: Sought, page: Page) {
  const { db, caller } = context;
  if (query === undefined || query === '') {
    const { rows, count } = await userPage(db, status, page);
    return { found: rows.map((user) => ({ user, foundBy: '' })), count };
  }
  const by = new Map<string, string>();
  const add = (ids: readonly (string | null | undefined)[], what: string) => {
    for (const id of ids) if (id && !by.has(id)) by.set(id, what);
  };
  const named = query.toLowerCase();
  if (/^1[3-9]\d{9}$/.test(query)) add([(await findByMobile(db, query))?.id], '手机号');
  else if (isId(named)) add([named, await keeperOf(db, named)], '编号');
  else {
    const [order, withdrawal, certified, nicknames, shops] = await Promise.all([
      findOrder(db, query.toUpperCase()),
      withdrawalByNumber(db, query.toUpperCase()),
      hasRole(caller, revealers.name) ? usersOfName(context, query, most) : [],
      usersNamed(db, query, most),
      keepersNamed(db, query, most),
    ]);
    add([order?.owner_id], '需求发布方');
    add([order?.provider_id], '订单承接方');
    add([withdrawal?.user_id], '提现单号');
    add(certified, '认证名称');
    add(nicknames, '昵称');
    add(shops, '店铺');
  }
  const rows = await usersById(db, [...by.keys()].slice(0, most));
  const wanted = rows.filter((row) => !isOperator(row) && (status === undefined || row.status === status));
  const from = (page.page - 1) * page.pageSize;
  return {
    found: wanted.slice(from, from + page.pageSize).map((user) => ({ user, foundBy: by.get(user.id) ?? '' })),
    count: wanted.length,
  };
}
