import { describe, expect, test } from 'vitest';
import { maskPhone } from '../contract/mask.ts';
import { displayName, loginLifetime, readLogin, type UserInfo } from './session.ts';

const user: UserInfo = {
  token: 'abc',
  user_name: '13800000001',
  avatar_url: '',
  nick_name: '',
  gender: 0,
  mobile: '13800000001',
  status: 1,
  account_type: 1,
};
const stored = (savedAt: number, of: Partial<UserInfo> = {}) => JSON.stringify({ user: { ...user, ...of }, savedAt });

describe('stored login', () => {
  test('[U-05] is valid for 24 hours, then counts as empty', () => {
    const now = 1_795_000_000_000;
    expect(readLogin(stored(now), now)?.token).toBe('abc');
    expect(readLogin(stored(now - loginLifetime + 1), now)?.token).toBe('abc');
    expect(readLogin(stored(now - loginLifetime), now)).toBeUndefined();
  });

  test('[U-05] unreadable, without token, or from the future counts as empty', () => {
    expect(readLogin('{', 1)).toBeUndefined();
    expect(readLogin(null, 1)).toBeUndefined();
    expect(readLogin('null', 1)).toBeUndefined();
    expect(readLogin(stored(1, { token: '' }), 1)).toBeUndefined();
    expect(readLogin(stored(10_000), 1)).toBeUndefined();
  });
});

describe('name in the top bar', () => {
  test('[S-03] nickname, else user name; phone-like ones are masked', () => {
    expect(displayName(user)).toBe('138****0001');
    expect(displayName({ ...user, nick_name: '林木匠' })).toBe('林木匠');
    expect(displayName({ ...user, nick_name: '13912345678' })).toBe('139****5678');
    expect(displayName({ ...user, user_name: '' })).toBe('用户');
    expect(maskPhone('12800000001')).toBe('12800000001');
  });
});
