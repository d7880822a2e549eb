import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { smsCodeLifetime, smsCodePause, smsPurposes } from '../../../contract/accounts.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import type { Sms, SmsTemplate } from '../../adapters/sms/sms.ts';
import type { Caller, Services } from '../../calls/context.ts';
import { Throttled } from '../../calls/limits.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { deriveKey } from '../../secret.ts';
import { findByMobile, findUser } from './queries.ts';

/** Rulings §5. */
const triesPerCode = 5;
const codesPerDay = 10;
const day = 24 * 3600 * 1000;

export type SmsPurpose = (typeof smsPurposes)[keyof typeof smsPurposes];

export interface SmsCodes {
  /** Texts a new code, which puts the one before out of use. Does and answers alike for known and unknown numbers. */
  send(db: Kysely<DB>, mobile: string, purpose: SmsPurpose, now: Date): Promise<void>;
  /** Counts a try and gives the code's id when it is right; refuses field `code` otherwise. */
  check(db: Kysely<DB>, mobile: string, purpose: SmsPurpose, code: string, now: Date): Promise<string>;
  /** Uses a checked code up. Refuses when another request was faster. */
  spend(tx: Tx, id: string, now: Date): Promise<void>;
}

const wrongCode = () => invalid('code', '验证码错误或已过期');

/** What a text says depends on whether the number is known: only the number's owner reads it. */
const templates: Record<SmsPurpose, { known: SmsTemplate; unknown: SmsTemplate }> = {
  [smsPurposes.register]: { known: 'register-known', unknown: 'register' },
  [smsPurposes.reset]: { known: 'reset', unknown: 'reset-unknown' },
  [smsPurposes.export]: { known: 'export', unknown: 'export' },
  [smsPurposes.close]: { known: 'close', unknown: 'close' },
};

/** Codes as this installation makes them: the same for whoever asks. */
export const codesOf = ({ secret, sms }: Pick<Services, 'secret' | 'sms'>): SmsCodes =>
  smsCodes(deriveKey(secret, 'sms-code'), sms);

function smsCodes(key: Buffer, sms: Sms): SmsCodes {
  const hashOf = (mobile: string, purpose: SmsPurpose, code: string) =>
    createHmac('sha256', key).update(`${mobile}:${purpose}:${code}`).digest();

  return {
    send: async (db, mobile, purpose, now) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const known = (await findByMobile(db, mobile)) !== undefined;
      const id = await inTransaction(db, async (tx) => {
        await takeTurn(tx, mobile, now);
        const id = uuidv7();
        await tx
          .insertInto('sms_codes')
          .values({
            id,
            mobile,
            purpose,
            code_hash: hashOf(mobile, purpose, code),
            created_at: now,
            expires_at: new Date(now.getTime() + smsCodeLifetime * 1000),
          })
          .execute();
        return id;
      });
      try {
        const template = templates[purpose][known ? 'known' : 'unknown'];
        await sms.send({ mobile, template, code, minutes: smsCodeLifetime / 60 });
      } catch (cause) {
        await giveTurnBack(db, id, mobile);
        const refusal = new Refusal('unavailable', '短信发送失败，请稍后再试');
        refusal.cause = cause;
        throw refusal;
      }
    },

    check: async (db, mobile, purpose, code, now) => {
      const given = hashOf(mobile, purpose, code);
      const newest = db
        .selectFrom('sms_codes')
        .select('id')
        .where('mobile', '=', mobile)
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .limit(1);
      const row = await db
        .updateTable('sms_codes')
        .set({ tries: sql`tries + 1` })
        .where('id', '=', newest)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where('tries', '<', triesPerCode)
        .returning(['id', 'code_hash'])
        .executeTakeFirst();
      if (!row || !timingSafeEqual(row.code_hash, given)) throw wrongCode();
      return row.id;
    },

    spend: async (tx, id, now) => {
      const spent = await tx
        .updateTable('sms_codes')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!spent) throw wrongCode();
    },
  };
}

/** What is done by somebody who is signed in is proven by a code to their own number, and to no other. */
const ownerPurposes: readonly SmsPurpose[] = [smsPurposes.export, smsPurposes.close];

/** Refuses who may not have a number texted for this purpose: nobody is startled by texts that a stranger asks for. */
export async function mayAsk(
  db: Kysely<DB>,
  caller: Caller | null,
  { mobile, type }: { mobile: string; type: SmsPurpose },
): Promise<void> {
  if (!ownerPurposes.includes(type)) return;
  const user = caller ? await findUser(db, caller.userId) : undefined;
  if (!user) throw new Refusal('sign_in_needed');
  if (user.mobile !== mobile) throw invalid('mobile', '只能向自己账号的手机号发送验证码');
}

/** One a minute and ten a day per number. The number's row is locked until commit: two at once cannot both pass. */
async function takeTurn(tx: Tx, mobile: string, now: Date): Promise<void> {
  const ready = new Date(now.getTime() - smsCodePause * 1000);
  const turn = await tx
    .insertInto('sms_numbers')
    .values({ mobile, last_at: now })
    .onConflict((conflict) =>
      conflict.column('mobile').doUpdateSet({ last_at: now }).where('sms_numbers.last_at', '<=', ready),
    )
    .returning('mobile')
    .executeTakeFirst();
  if (!turn) {
    const { last_at } = await tx
      .selectFrom('sms_numbers')
      .select('last_at')
      .where('mobile', '=', mobile)
      .executeTakeFirstOrThrow();
    const seconds = Math.max(1, Math.ceil((last_at.getTime() - ready.getTime()) / 1000));
    throw new Throttled(seconds, `验证码发送太频繁，请${seconds}秒后再试`);
  }
  const sent = await tx
    .selectFrom('sms_codes')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('first')])
    .where('mobile', '=', mobile)
    .where('created_at', '>', new Date(now.getTime() - day))
    .executeTakeFirstOrThrow();
  if (Number(sent.count) >= codesPerDay) {
    const free = new Date(sent.first).getTime() + day;
    throw new Throttled(Math.ceil((free - now.getTime()) / 1000), '该手机号24小时内获取验证码次数已达上限，请稍后再试');
  }
}

/** What was never sent counts neither for the minute nor for the day. */
async function giveTurnBack(db: Kysely<DB>, id: string, mobile: string): Promise<void> {
  await db.deleteFrom('sms_codes').where('id', '=', id).execute();
  await db
    .updateTable('sms_numbers')
    .set({ last_at: new Date(0) })
    .where('mobile', '=', mobile)
    .execute();
}
