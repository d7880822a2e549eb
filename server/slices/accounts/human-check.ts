import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { humanChallenge } from '../../../contract/accounts.ts';
import { invalid } from '../../../contract/errors.ts';
import type { DB } from '../../db/schema.ts';

/** Seconds that a challenge may be used. */
const lifetime = 300;

export interface HumanChecks {
  challenge(now: Date): Promise<z.input<typeof humanChallenge>>;
  /** Takes a solved challenge, once. Refuses field `humanCheck` otherwise. */
  take(db: Kysely<DB>, payload: string, now: Date): Promise<void>;
}

const payloadShape = z.object({
  challenge: humanChallenge,
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: z.string().max(128) }),
});

const refuse = () => invalid('humanCheck', '人机验证未通过，请重试');

/**
 * @param key hex
 * @param work derivations on average; at the settings' default about a tenth of a second of work for a browser
 */
export function humanChecks(key: string, work: number): HumanChecks {
  const secrets = { hmacSignatureSecret: `challenge:${key}`, hmacKeySignatureSecret: `answer:${key}` };
  return {
    challenge: async (now) => {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 1000,
        counter: randomInt(Math.ceil(work * 1.5), Math.ceil(work * 0.5)),
        deriveKey: derive,
        // The library's own expiry reads the machine's time; ours is signed along and held against our clock.
        data: { until: Math.floor(now.getTime() / 1000) + lifetime },
        ...secrets,
      });
      return challenge as z.input<typeof humanChallenge>;
    },
    take: async (db, payload, now) => {
      const { challenge, solution } = read(payload);
      const until = Number(challenge.parameters.data.until);
      if (!(until * 1000 > now.getTime())) throw invalid('humanCheck', '人机验证已过期，请重试');
      const result = await verifySolution({
        challenge: challenge as Challenge,
        solution: solution as Solution,
        deriveKey: derive,
        ...secrets,
      });
      if (!result.verified) throw refuse();
      const fresh = await db
        .insertInto('human_checks')
        .values({ nonce: challenge.parameters.nonce, expires_at: new Date(until * 1000) })
        .onConflict((conflict) => conflict.column('nonce').doNothing())
        .returning('nonce')
        .executeTakeFirst();
      if (!fresh) throw refuse();
    },
  };
}

function read(payload: string): z.output<typeof payloadShape> {
  try {
    return payloadShape.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')));
  } catch {
    throw refuse();
  }
}
