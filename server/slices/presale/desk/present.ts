import { fenToYuan } from '../../../../contract/fields.ts';
import {
  outcomes,
  type PresaleBooking,
  type PresaleDeskInfo,
  type PresaleRow,
  type PresaleState,
  presaleStates,
} from '../../../../contract/operator/presale.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import type { PublicUser } from '../../accounts/queries.ts';
import { operatorNames } from '../../operators/versions.ts';
import { stateOf } from '../state.ts';
import type { PresaleJoinRow, PresaleProductRow } from '../tables.ts';
import { type BookingCount, bookingCounts } from './queries.ts';
import { wireOf, withDraft } from './values.ts';

const none: BookingCount = { bookings: 0, unsettled: 0 };

function deskState(row: PresaleProductRow, { bookings, unsettled }: BookingCount, now: Date): PresaleState {
  if (row.removed_at) return 'removed';
  if (!row.published_at) return 'draft';
  if (stateOf(row, now) === 'open') return row.starts_at && row.starts_at > now ? 'waiting' : 'open';
  if (bookings === 0) return 'unbooked';
  return unsettled === 0 ? 'settled' : unsettled === bookings ? 'due' : 'partly';
}

export async function presentProducts(
  { db, now }: SignedInContext,
  rows: readonly PresaleProductRow[],
): Promise<PresaleRow[]> {
  const ids = rows.map(({ id }) => id);
  const [counts, nameOf] = await Promise.all([
    bookingCounts(db, ids),
    operatorNames(
      db,
      rows.map(({ updated_by }) => updated_by),
    ),
  ]);
  return rows.map((row) => {
    const counted = counts.get(row.id) ?? none;
    const state = deskState(row, counted, now);
    const said = withDraft(row);
    return {
      id: row.id,
      category: row.category,
      state,
      stateName: presaleStates[state],
      changed: row.draft !== null,
      name: said.name,
      picture: said.pictures[0] ?? '',
      price: fenToYuan(row.price_fen),
      unit: row.unit,
      quantity: row.quantity,
      joined: row.joined,
      ...counted,
      starts: row.starts_at ? seconds(row.starts_at) : 0,
      ends: seconds(row.ends_at),
      version: row.version,
      updateTime: seconds(row.updated_at ?? row.created_at),
      updatedBy: nameOf(row.updated_by),
    };
  });
}

export async function presentDeskInfo(context: SignedInContext, row: PresaleProductRow): Promise<PresaleDeskInfo> {
  const [facts] = await presentProducts(context, [row]);
  return { ...(facts as PresaleRow), values: row.draft ?? wireOf(row) };
}

export function presentBooking(row: PresaleJoinRow, people: ReadonlyMap<string, PublicUser>): PresaleBooking {
  return {
    id: row.id,
    nickname: people.get(row.user_id)?.name ?? '',
    number: row.number,
    total: fenToYuan(row.price_fen * row.number),
    contact: covered(row.contact),
    addTime: seconds(row.created_at),
    outcome: row.settlement ?? '',
    outcomeName: row.settlement ? outcomes[row.settlement] : '待结算',
    note: row.settlement_note,
  };
}

/** 138****0001, li****@example.com */
function covered(contact: string): string {
  const at = contact.indexOf('@');
  return at < 0
    ? contact.replace(/^(.{3}).*(.{4})$/, '$1****$2')
    : `${contact.slice(0, Math.min(2, at))}****${contact.slice(at)}`;
}
