import type { z } from 'zod';
import type { userInfo } from '../../../contract/accounts.ts';
import type { Device } from '../../../contract/devices.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller } from '../../calls/context.ts';
import { deviceOf, maskedAddress } from './device-words.ts';
import type { SessionTable, UserRow } from './tables.ts';

/** User info for the user themself: the whole number and the token are theirs (specification §3). */
export function presentUser(row: UserRow, token: string): z.input<typeof userInfo> {
  return {
    token,
    user_id: row.id,
    user_name: row.mobile || '用户',
    avatar_url: row.avatar_url ?? '',
    nick_name: row.nick_name ?? '',
    gender: row.gender,
    mobile: row.mobile,
    status: row.status,
    account_type: row.account_type,
  };
}

/** Where somebody is signed in, at the portal or at the console: the one that asks first. */
export function presentDevices(
  rows: readonly Pick<SessionTable, 'id' | 'user_agent' | 'address' | 'created_at' | 'seen_at'>[],
  { sessionId }: Pick<Caller, 'sessionId'>,
): Device[] {
  const devices = rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    address: maskedAddress(row.address),
    signed_in: seconds(row.created_at),
    last_seen: seconds(row.seen_at),
    current: row.id === sessionId,
  }));
  return [...devices.filter(({ current }) => current), ...devices.filter(({ current }) => !current)];
}
