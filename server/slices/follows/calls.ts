import {
  addFollow,
  type Follow,
  followsAtMost,
  getFollows,
  removeFollow,
  setDigest,
} from '../../../contract/follows.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { regionName } from '../../../contract/regions.ts';
import { regionField, type Stage } from '../../../contract/stages/stage.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockUser } from '../accounts/queries.ts';
import { followsOf, wantsDigest } from './queries.ts';
import type { FollowRow } from './tables.ts';
import { followName } from './words.ts';

const present = (row: FollowRow, stages: readonly Stage[]): Follow => ({
  id: row.id,
  stage: row.stage,
  category: row.category,
  region: row.region,
  name: followName(row, stages),
  time: seconds(row.created_at),
});

export const followCalls: AnyImplementation[] = [
  implement(getFollows, async (_input, { db, caller: { userId }, stages }) => {
    const [rows, wants] = await Promise.all([followsOf(db, userId), wantsDigest(db, [userId])]);
    return { data: { follows: rows.map((row) => present(row, stages)), digest: wants(userId) } };
  }),
  implement(addFollow, async ({ stage = '', type: category = '', region = '' }, { db, caller, stages, now }) => {
    if (stage && !stages.some(({ key }) => key === stage)) throw invalid('stage', '环节不在可选范围内');
    if (region && regionName(region) === '') throw invalid('region', '地区不在可选范围内');
    const placed = stages.filter(regionField);
    if (region && stage && !placed.some(({ key }) => key === stage))
      throw invalid('region', `只有${placed.map(({ name }) => name).join('、')}需求写明地区，这个环节不能按地区关注`);
    if (!stage && !category && !region) throw invalid('stage', '请至少选择环节、类别、地区中的一项');
    const wanted = { stage, category, region };
    const row = await inTransaction(db, async (tx) => {
      // Of two at once the second sees the first.
      await lockUser(tx, caller.userId);
      const own = await followsOf(tx, caller.userId);
      const same = own.find((one) => one.stage === stage && one.category === category && one.region === region);
      if (same) return same;
      if (own.length >= followsAtMost)
        throw new Refusal('state_conflict', `最多关注 ${followsAtMost} 类需求，请先取消一些`);
      return tx
        .insertInto('follows')
        .values({ id: newId(now), user_id: caller.userId, ...wanted, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return { data: present(row, stages) };
  }),
  implement(removeFollow, async ({ id }, { db, caller }) => {
    await db.deleteFrom('follows').where('id', '=', id).where('user_id', '=', caller.userId).execute();
    return { data: { id } };
  }),
  implement(setDigest, async ({ on }, { db, caller }) => {
    const digest = on === '1';
    await db
      .insertInto('follow_settings')
      .values({ user_id: caller.userId, digest })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest }))
      .execute();
    return { data: { digest } };
  }),
];
