import { Secret, TOTP } from 'otpauth';
import { invalid } from '../../../contract/errors.ts';
import { sealFor } from '../../seal.ts';

/** Seconds of one code; RFC 6238's, and what every authenticator takes. */
const period = 30;
const digits = 6;
/** Codes before and after the present one that are taken too: telephones go a little wrong. */
const drift = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'OMO 运营后台',
    label,
    algorithm: 'SHA1',
    digits,
    period,
    secret: Secret.fromBase32(secret),
  });

/** 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code of an enrolment says. */
export const totpUri = (secret: string, name: string): string => totpOf(secret, name).toString();

export const totpCode = (secret: string, now: Date): string => totpOf(secret).generate({ timestamp: now.getTime() });

/** Which thirty seconds a code belongs to, so that it is taken once; null for a wrong one. */
function totpStep(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: drift });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
}

/**
 * Which thirty seconds a code belongs to; refuses a wrong one, and one no later than that which was taken last.
 * @param last its step; 0 of a secret that no code was taken of yet
 */
export function needCode(
  secret: string | null,
  { field, code, last }: { field: string; code: string; last: number },
  now: Date,
): number {
  const step = secret === null ? null : totpStep(secret, code, now);
  if (step === null) throw invalid(field, '动态验证码错误，请等下一个验证码再试');
  if (step <= last) throw invalid(field, '这个动态验证码已经用过，请等下一个验证码');
  return step;
}

/** Secrets lie sealed, each bound to its operator. */
export function totpSeal(secret: string) {
  const seal = sealFor(secret, 'operator-totp');
  return {
    seal: (plain: string, operatorId: string) => {
      const { keyId, sealed } = seal.seal(plain, operatorId);
      return { totp_key_id: keyId, totp_sealed: sealed };
    },
    /** null where none is bound */
    open: (row: { totp_key_id: string | null; totp_sealed: Buffer | null }, operatorId: string): string | null =>
      row.totp_key_id === null || row.totp_sealed === null
        ? null
        : seal.open({ keyId: row.totp_key_id, sealed: row.totp_sealed }, operatorId).toString('utf8'),
  };
}
