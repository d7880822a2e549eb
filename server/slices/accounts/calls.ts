import {
  getUserInfo,
  humanCheck,
  resetPassword as resetPasswordCall,
  signin,
  signout,
  signup,
  sms,
  smsCodeLifetime,
  smsCodePause,
  updateNickname,
  updatePassword,
  uploadAvatar,
} from '../../../contract/accounts.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Services } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { deriveKey } from '../../secret.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { deviceCalls } from './device-calls.ts';
import { humanChecks } from './human-check.ts';
import { presentUser } from './present.ts';
import { changeAvatar, changeNickname } from './profile.ts';
import { findUser } from './queries.ts';
import { register } from './register.ts';
import { endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { codesOf, mayAsk } from './sms-codes.ts';

// Per address. An office of many people may share one; the limits per number and per account are kept beside these.
const smsPerAddress = { max: 30, per: 3600 };
const codeTriesPerAddress = { max: 60, per: 600 };
const challengesPerAddress = { max: 120, per: 600 };

export function accountCalls(services: Pick<Services, 'secret' | 'settings' | 'sms'>): AnyImplementation[] {
  const { secret, settings, sms: gateway } = services;
  const checks = humanChecks(deriveKey(secret, 'human-check').toString('hex'), settings.humanWork);
  const codes = codesOf(services);

  return [
    ...deviceCalls,
    implement(humanCheck, async (_input, { now }) => ({ data: await checks.challenge(now) }), {
      limit: challengesPerAddress,
    }),
    implement(
      sms,
      async (input, { db, now, caller }) => {
        await mayAsk(db, caller, input);
        await checks.take(db, input.humanCheck, now);
        await codes.send(db, input.mobile, input.type, now);
        return { data: { expires_in: smsCodeLifetime, retry_after: smsCodePause, note: gateway.note } };
      },
      { limit: smsPerAddress },
    ),
    implement(
      signup,
      async (input, context) => {
        const { mobile, code, password, account_type: accountType, device } = input;
        const { db, now } = context;
        const from = { ...context, device };
        const { user, token } = await register(db, codes, { accountType, mobile, code, password }, from, now);
        return { data: presentUser(user, token) };
      },
      { limit: codeTriesPerAddress },
    ),
    implement(signin, async (input, context) => {
      const from = { ...context, device: input.device };
      const { user, token, reopened } = await signIn(context.db, input, from, context.now);
      return { data: { ...presentUser(user, token), reopened } };
    }),
    implement(
      resetPasswordCall,
      async (input, context) => {
        const from = { ...context, device: input.device };
        const { user, token, reopened } = await resetPassword(context.db, codes, input, from, context.now);
        return { data: { ...presentUser(user, token), reopened } };
      },
      { limit: codeTriesPerAddress },
    ),
    implement(updatePassword, async (input, context) => {
      await changePassword(context, input);
      return { data: {} };
    }),
    implement(getUserInfo, async (_input, { db, caller, token = '' }) => {
      const user = await findUser(db, caller.userId);
      if (!user) throw new Refusal('sign_in_needed');
      return { data: presentUser(user, token) };
    }),
    implement(signout, async (_input, { db, bus, caller }) => {
      if (caller) await endSession(db, bus, caller);
      return { data: {} };
    }),
    implement(uploadAvatar, async ({ iconUrl }, { db, caller, now, token = '' }) => ({
      data: presentUser(await changeAvatar(db, caller.userId, iconUrl, now), token),
    })),
    implement(updateNickname, async ({ nickeName }, { db, moderation, caller, token = '' }) => ({
      data: presentUser(await changeNickname({ db, moderation }, caller.userId, nickeName), token),
    })),
  ];
}
