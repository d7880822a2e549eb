import type { Selectable } from 'kysely';
import type { CallData } from '../../../contract/call.ts';
import {
  type operatorPeople,
  type PersonDemand,
  personStatuses,
  type Suspension,
} from '../../../contract/operator/people.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { accountTypeNames, orderStatusNames } from '../../../contract/statuses.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { seconds } from '../../../contract/wire.ts';
import type { DB } from '../../db/schema.ts';
import { maskedMobile, publicUser, type PublicUser } from '../accounts/queries.ts';
import { userStatus } from '../accounts/standing.ts';
import type { suspensionsOf } from '../accounts/suspensions.ts';
import type { OrderRow } from '../orders/facts.ts';

type User = Selectable<DB['users']>;
type People = ReadonlyMap<string, PublicUser>;

export function presentRow(
  user: User,
  { certified, shopName, foundBy }: { certified: boolean; shopName: string; foundBy: string },
): CallData<typeof operatorPeople>[number] {
  const { name, avatarUrl } = publicUser(user);
  return {
    id: user.id,
    nickname: name,
    avatar_url: avatarUrl,
    mobile: user.status === userStatus.closed ? '' : maskedMobile(user.mobile),
    account_type: user.account_type,
    typeName: accountTypeNames[user.account_type],
    status: user.status,
    statusName: personStatuses[user.status as keyof typeof personStatuses],
    certified,
    shop_name: shopName,
    create_time: seconds(user.created_at),
    foundBy,
  };
}

export const presentSuspension = (
  row: Awaited<ReturnType<typeof suspensionsOf>>[number],
  people: People,
): Suspension => ({
  id: row.id,
  reason: row.reason,
  from: seconds(row.began_at),
  until: row.until && seconds(row.until),
  by: people.get(row.by_id)?.name ?? '',
  ended: row.ended_at && seconds(row.ended_at),
  endedBy: people.get(row.ended_by ?? '')?.name ?? '',
  endReason: row.end_reason,
});

/** An order or demand of a person, from their side. `money` is whether sums are told. */
export function presentDemand(
  row: OrderRow,
  userId: string,
  { stages, people, money }: { stages: readonly Stage[]; people: People; money: boolean },
): PersonDemand {
  const side = row.owner_id === userId ? 'owner' : 'provider';
  const otherId = (side === 'owner' ? row.provider_id : row.owner_id) ?? '';
  return {
    demandNid: row.nid,
    name: row.name,
    stageName: stages.find(({ key }) => key === row.stage)?.name ?? row.stage,
    status: row.status,
    statusName: orderStatusNames[row.status],
    disputed: row.proceedings.dispute != null,
    side,
    other: people.get(otherId)?.name ?? '',
    otherId,
    amount: money && row.amount_fen > 0 ? fenToYuan(row.amount_fen) : '',
    time: seconds(row.published_at ?? row.created_at),
  };
}
