import type { z } from 'zod';
import type { userInfo } from '../../../contract/accounts.ts';
import type { UserRow } from './tables.ts';

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
