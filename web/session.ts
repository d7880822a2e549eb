import { maskPhone } from '../contract/mask.ts';
import { createStore, useStore } from './client/store.ts';

/** What the server says of the one who signed in (specification §3 "User info"; wire names). */
export interface UserInfo {
  token: string;
  /** absent from a login that was stored before it was told */
  user_id?: string;
  user_name: string;
  avatar_url: string;
  nick_name: string;
  gender: number;
  mobile: string;
  status: number;
  /** 1 individual, 2 enterprise */
  account_type: number;
}

/** The second stored form (specification §3): what the personal centre shows before anything was fetched. */
export interface StoredFace {
  account_type: number;
  head_path: string;
  nick_name: string;
  /** milliseconds since 1970 */
  saved_at: number;
}

/** A stored login is valid for 24 hours, then counts as empty (feature U-05). */
export const loginLifetime = 24 * 60 * 60 * 1000;

const loginKey = 'omo.login';
const faceKey = 'omo.user';

interface StoredLogin {
  user: UserInfo;
  savedAt: number;
}

/** The stored login, unless it is unreadable or too old. Pure, for tests. */
export function readLogin(text: string | null, now: number): UserInfo | undefined {
  if (!text) return undefined;
  try {
    const { user, savedAt } = JSON.parse(text) as StoredLogin;
    const fresh = savedAt <= now && now - savedAt < loginLifetime;
    return fresh && typeof user?.token === 'string' && user.token !== '' ? user : undefined;
  } catch {
    return undefined;
  }
}

const session = createStore<UserInfo | undefined>(undefined);

function reread(): void {
  const user = readLogin(localStorage.getItem(loginKey), Date.now());
  if (JSON.stringify(user) !== JSON.stringify(session.get())) session.set(user);
}

if (typeof window !== 'undefined') {
  reread();
  // A sign-in or sign-out in another tab, and a login that grew old while this one lay in the background.
  window.addEventListener('storage', reread);
  document.addEventListener('visibilitychange', reread);
}

/** The signed-in user; undefined for a visitor, and always during server rendering (public pages are anonymous). */
export function useUser(): UserInfo | undefined {
  return useStore(session, undefined);
}

export function currentUser(): UserInfo | undefined {
  const user = session.get();
  // The store was filled some time ago; the 24 hours count from the sign-in.
  if (user && typeof window !== 'undefined') reread();
  return session.get();
}

/** When the account that was left a moment ago will be closed, in seconds; 0 for none. Said where one signs in. */
export const leftUntil = createStore(0);

export function signIn(user: UserInfo): void {
  leftUntil.set(0);
  const savedAt = Date.now();
  const face: StoredFace = {
    account_type: user.account_type,
    head_path: user.avatar_url,
    nick_name: user.nick_name,
    saved_at: savedAt,
  };
  localStorage.setItem(loginKey, JSON.stringify({ user, savedAt } satisfies StoredLogin));
  localStorage.setItem(faceKey, JSON.stringify(face));
  session.set(user);
}

/** A changed avatar or nickname, seen at once in the top bar (feature U-07). The 24 hours go on from the sign-in. */
export function amendUser(part: Partial<Pick<UserInfo, 'avatar_url' | 'nick_name'>>): void {
  const user = currentUser();
  const stored = localStorage.getItem(loginKey);
  if (!user || !stored) return;
  const next = { ...user, ...part };
  const { savedAt } = JSON.parse(stored) as StoredLogin;
  localStorage.setItem(loginKey, JSON.stringify({ user: next, savedAt } satisfies StoredLogin));
  const face: StoredFace = {
    account_type: next.account_type,
    head_path: next.avatar_url,
    nick_name: next.nick_name,
    saved_at: savedAt,
  };
  localStorage.setItem(faceKey, JSON.stringify(face));
  session.set(next);
}

/** Forgets the user on this device; revoking the token on the server is the caller's. */
export function signOut(): void {
  localStorage.removeItem(loginKey);
  localStorage.removeItem(faceKey);
  session.set(undefined);
}

/**
 * Set when a call was refused for want of a sign-in. The chrome answers it with 请先登录 and the way to the sign-in page
 * (feature S-09).
 */
export const needsLogin = createStore(false);

export function demandLogin(): void {
  needsLogin.set(true);
}

/** In whose name calls are sent: a person's, but for the console, which has sessions of its own. */
export interface Wing {
  /** '' for nobody's. @param quiet asked by the page and not by its reader */
  readonly token: (quiet: boolean) => string;
  /** under whose key this device keeps what was written; undefined for nobody's */
  readonly owner: () => string | undefined;
  /** the server knows the session no more */
  readonly lost: () => void;
}

const portal: Wing = {
  token: () => currentUser()?.token ?? '',
  owner: () => currentUser()?.user_id,
  lost: () => {
    signOut();
    demandLogin();
  },
};

export let wing = portal;

/** From here on calls are sent for another wing, until the given function is called. */
export function enterWing(other: Wing): () => void {
  wing = other;
  return () => {
    wing = portal;
  };
}

/** The name that a page may show of someone: a phone-like one is masked (feature S-03). */
export function displayName(user: Pick<UserInfo, 'nick_name' | 'user_name'>): string {
  return maskPhone(user.nick_name || user.user_name || '用户');
}
