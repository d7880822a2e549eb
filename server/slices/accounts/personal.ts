import { accountTypeNames } from '../../../contract/statuses.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { deviceOf } from './device-words.ts';
import { liveSessions } from './devices.ts';
import { markUnused } from '../uploads/use.ts';
import { findUser } from './queries.ts';
import { endOtherSessions } from './sessions.ts';
import { closedName, userStatus } from './standing.ts';

export const accountPart: PersonalPart = {
  name: 'accounts',
  collect: async ({ db, clock }, userId) => {
    const user = await findUser(db, userId);
    if (!user) return [];
    const consents = await db.selectFrom('consents').selectAll().where('user_id', '=', userId).execute();
    const sessions = await liveSessions(db, userId, clock.now());
    const json = {
      手机号: user.mobile,
      昵称: user.nick_name ?? '',
      账号类型: accountTypeNames[user.account_type],
      注册时间: timeOf(user.created_at),
      同意的协议: consents.map((row) => ({
        版本: row.version,
        时间: timeOf(row.agreed_at),
        网络地址: row.address,
      })),
      登录中的设备: sessions.map((row) => ({
        设备: deviceOf(row.user_agent).name,
        网络地址: row.address,
        登录时间: timeOf(row.created_at),
        最近使用: timeOf(row.seen_at),
      })),
    };
    return [{ path: '账号.json', about: '注册信息、同意过的协议、登录中的设备', content: { json } }];
  },
  // The first of all: from here on the account cannot come back.
  erase: async (tx, { bus }, { userId }) => {
    const user = await findUser(tx, userId);
    if (!user || user.status === userStatus.closed) return;
    const { mobile, avatar_url } = user;
    await tx
      .updateTable('users')
      .set({
        status: userStatus.closed,
        mobile: `closed:${userId}`,
        // No password makes this.
        password_hash: '',
        nick_name: closedName,
        avatar_url: null,
        gender: 0,
      })
      .where('id', '=', userId)
      .execute();
    if (avatar_url) await markUnused(tx, [avatar_url]);
    await endOtherSessions(tx, bus, userId);
    await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
    await tx.deleteFrom('sms_codes').where('mobile', '=', mobile).execute();
    // That somebody agreed, and to what, stays as the proof that it is; from where does not.
    await tx.updateTable('consents').set({ address: '' }).where('user_id', '=', userId).execute();
  },
};
