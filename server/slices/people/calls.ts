import { personHistory as historyCall } from '../../../contract/operator/person-history.ts';
import {
  operatorPeople,
  operatorPerson,
  releasePerson as releaseCall,
  revealPerson,
  suspendPerson as suspendCall,
} from '../../../contract/operator/people.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { certifiedAmong } from '../certification/queries.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { shopsKeptBy } from '../shop/queries.ts';
import { personHistory } from './history.ts';
import { personPage } from './person.ts';
import { readers } from './policy.ts';
import { presentRow } from './present.ts';
import { reveal } from './reveal.ts';
import { findPeople } from './search.ts';
import { releasePerson, suspendPerson } from './suspend.ts';

/** The console's part for people. */
export const peopleDesk: DeskPart = { key: 'people', name: '用户', roles: readers };

export const peopleCalls: AnyImplementation[] = [
  implement(operatorPeople, async ({ query, status, ...page }, context) => {
    needRole(context.caller, readers);
    const sought = { query, status: status === undefined ? undefined : Number(status) };
    const { found, count } = await findPeople(context, sought, page);
    const ids = found.map(({ user }) => user.id);
    const [certified, shops] = await Promise.all([certifiedAmong(context.db, ids), shopsKeptBy(context.db, ids)]);
    const data = found.map(({ user, foundBy }) =>
      presentRow(user, { certified: certified.has(user.id), shopName: shops.get(user.id)?.shop_name ?? '', foundBy }),
    );
    return { data, page: { count, ...page } };
  }),
  implement(operatorPerson, async ({ id }, context) => {
    needRole(context.caller, readers);
    return { data: await personPage(context, id) };
  }),
  implement(historyCall, async ({ id }, context) => {
    needRole(context.caller, readers);
    return { data: await personHistory(context, id) };
  }),
  // By hand nobody needs more; whoever copies the whole portal is slowed down.
  implement(revealPerson, async (asked, context) => ({ data: { value: await reveal(context, asked) } }), {
    limit: { max: 60, per: 3600 },
  }),
  implement(suspendCall, async (asked, context) => ({ data: { status: await suspendPerson(context, asked) } })),
  implement(releaseCall, async (asked, context) => ({ data: { status: await releasePerson(context, asked) } })),
];
