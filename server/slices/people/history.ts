import type { RawBuilder } from 'kysely';
import type { CallData } from '../../../contract/call.ts';
import type { AuditKind } from '../../../contract/operator/audit-kinds.ts';
import { type AuditAction, deedName } from '../../../contract/operator/audit-names.ts';
import { historyAtMost, type personHistory as historyCall } from '../../../contract/operator/person-history.ts';
import { actions } from '../../../contract/process/row.ts';
import { reportKindNames, reportKinds } from '../../../contract/report-reasons.ts';
import { certificationStatus, certificationStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { publicUsers } from '../accounts/queries.ts';
import { suspensionsOf } from '../accounts/suspensions.ts';
import { type AuditRow, decisionsOn } from '../audit/queries.ts';
import { caseNames, everOfShop } from '../cases/own/queries.ts';
import { certificationIds, newestCertification } from '../certification/queries.ts';
import { reportsAgainst } from '../moderation/against.ts';
import { thingName } from '../moderation/thing-name.ts';
import { moderated } from '../moderation/things.ts';
import { disputesOf } from '../orders/disputes/of-person.ts';
import { openOrderCount } from '../orders/queries.ts';
import { shopsKeptBy } from '../shop/queries.ts';
import { personSeen } from './person.ts';
import { presentRow, presentSuspension } from './present.ts';

type History = CallData<typeof historyCall>;

/** Decisions that went against the person. */
const isAgainst = (action: string): boolean => /\.(?:failed|refused|hidden)$/.test(action);

/** Deeds of one kind of thing that decide over it. */
interface Source {
  readonly kind: AuditKind;
  readonly name: string;
  readonly ids: RawBuilder<{ id: string }>;
  readonly actions: readonly AuditAction[];
  readonly titles: (ids: readonly string[]) => Promise<Map<string, string>>;
}

/** What is known of a person beside something of theirs that waits for a word; a look like that at their page. Throws not_found. */
export async function personHistory(context: SignedInContext, id: string): Promise<History> {
  const { db, caller } = context;
  const user = await personSeen(context, id);
  const [certification, shops, suspensions, reports, disputes, openOrders] = await Promise.all([
    newestCertification(db, id),
    shopsKeptBy(db, [id]),
    suspensionsOf(db, id),
    reportsAgainst(db, id, { caller, most: historyAtMost }),
    disputesOf(db, id, historyAtMost),
    openOrderCount(db, id),
  ]);
  const decisions = await decisionsOver(context, id, shops.get(id)?.id);
  const people = await publicUsers(db, [
    ...suspensions.flatMap(({ by_id, ended_by }) => (ended_by === null ? [by_id] : [by_id, ended_by])),
    ...decisions.rows.flatMap(({ row }) => row.actor_id ?? []),
  ]);
  const { nickname, typeName, create_time, status, statusName } = presentRow(user, {
    certified: certification?.status === certificationStatus.passed,
    shopName: '',
    foundBy: '',
  });
  return {
    id,
    nickname,
    typeName,
    since: create_time,
    status,
    statusName,
    certification: certification ? certificationStatusNames[certification.status] : '',
    openOrders,
    decisions: {
      count: decisions.count,
      against: decisions.against,
      rows: decisions.rows.map(({ row, kindName, title }) => {
        return {
          id: row.id,
          kindName,
          title,
          outcome: deedName(row.action) ?? row.action,
          against: isAgainst(row.action),
          reason: row.why,
          by: people.get(row.actor_id ?? '')?.name ?? row.actor_name,
          time: seconds(row.at),
        };
      }),
    },
    reports,
    disputes: {
      count: disputes.count,
      open: disputes.open,
      rows: disputes.rows.map(({ nid, name, side, opened_by, at, ended }) => ({
        demandNid: nid,
        name,
        side,
        began: opened_by === id,
        time: seconds(at),
        outcome: ended === null ? '' : actions[ended],
      })),
    },
    suspensions: suspensions.map((row) => presentSuspension(row, people)),
  };
}

interface Decided {
  row: AuditRow;
  kindName: string;
  title: string;
}

/** Earlier decisions over what somebody handed in, offers or wrote, the newest first, and how many there were. */
async function decisionsOver(
  { db, caller }: SignedInContext,
  userId: string,
  shopId: string | undefined,
): Promise<{ rows: Decided[]; count: number; against: number }> {
  const sources: readonly Source[] = [
    {
      kind: 'certification',
      name: '认证',
      ids: certificationIds(userId),
      actions: ['certification.passed', 'certification.failed'],
      titles: async () => new Map<string, string>(),
    },
    {
      kind: 'case',
      name: '案例',
      ids: everOfShop(shopId),
      actions: ['case.approved', 'case.refused', 'case-change.approved', 'case-change.refused'],
      titles: (ids) => caseNames(db, ids),
    },
    ...reportKinds.map((kind): Source => ({
      kind,
      name: reportKindNames[kind],
      ids: moderated[kind].by(userId),
      actions: [`${kind}.kept`, `${kind}.shown`, `${kind}.hidden`],
      titles: async (ids) =>
        new Map((await moderated[kind].things(db, ids)).map((thing) => [thing.id, thingName(thing, caller)])),
    })),
  ];
  const parts = await Promise.all(
    sources.map(async ({ kind, name, ids, actions: by, titles }) => {
      const { rows, counts } = await decisionsOn(db, { kind, ids, actions: by }, historyAtMost);
      const called = await titles([...new Set(rows.map(({ subject_id }) => subject_id))]);
      const found = rows.map((row) => ({ row, kindName: name, title: called.get(row.subject_id) ?? '' }));
      return { found, counts: [...counts] };
    }),
  );
  const counts = parts.flatMap((part) => part.counts);
  const sum = (some: typeof counts) => some.reduce((total, [, n]) => total + n, 0);
  return {
    rows: parts
      .flatMap(({ found }) => found)
      .toSorted((one, other) => (one.row.id < other.row.id ? 1 : -1))
      .slice(0, historyAtMost),
    count: sum(counts),
    against: sum(counts.filter(([action]) => isAgainst(action))),
  };
}
