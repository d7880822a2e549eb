import type { CallOutput } from '../../contract/call.ts';
import type { operatorConfirm } from '../../contract/operator/sign-in.ts';
import { createStore, useStore } from '../client/store.ts';
import type { Wing } from '../session.ts';

export type Operator = CallOutput<typeof operatorConfirm>;

interface Stored {
  operator: Operator;
  /** when a call was last sent, in milliseconds since 1970 */
  usedAt: number;
}

const key = 'omo.operator';
/** Why the last one ended by itself: told to every tab, and again after a reload, until somebody signs in. */
const endedKey = 'omo.operator.ended';
/** Milliseconds between two notes of a call. */
const noteEvery = 20_000;

const session = createStore<Operator | undefined>(undefined);
/** Why the last session ended by itself; said above the sign-in form. */
export const endedBecause = createStore('');

function stored(): Stored | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null;
    return typeof found?.operator?.token === 'string' && typeof found.usedAt === 'number' ? found : undefined;
  } catch {
    return undefined;
  }
}

function told(): string {
  try {
    return localStorage.getItem(endedKey) ?? '';
  } catch {
    return '';
  }
}

/** As the server counts it; the server has the last word. */
function isOver({ operator, usedAt }: Stored, now: number): boolean {
  return now >= operator.expires_at * 1000 || now - usedAt >= operator.idle * 1000;
}

function reread(): void {
  const found = stored();
  if (found && isOver(found, Date.now())) return forgetOperator('长时间没有操作，已自动退出，请重新登录');
  if (found?.operator.token !== session.get()?.token) session.set(found?.operator);
  endedBecause.set(found ? '' : told());
}

if (typeof window !== 'undefined') {
  reread();
  window.addEventListener('storage', reread);
  document.addEventListener('visibilitychange', reread);
}

/** What an operator looked at does not stay on a screen that was left: asked for while the console is open. */
export function watchIdle(): () => void {
  const timer = setInterval(reread, noteEvery);
  return () => clearInterval(timer);
}

/** Who is signed in at the console; undefined for nobody, and always during server rendering. */
export const useOperator = (): Operator | undefined => useStore(session, undefined);

export function keepOperator(operator: Operator): void {
  endedBecause.set('');
  localStorage.removeItem(endedKey);
  localStorage.setItem(key, JSON.stringify({ operator, usedAt: Date.now() } satisfies Stored));
  session.set(operator);
}

export function forgetOperator(because = ''): void {
  // What lay here from an earlier visit has ended too, though nobody was let in by it in this document.
  const was = stored() ?? session.get();
  localStorage.removeItem(key);
  if (was) {
    localStorage.setItem(endedKey, because);
    endedBecause.set(because);
  }
  session.set(undefined);
}

function token(quiet: boolean): string {
  const found = stored();
  const now = Date.now();
  if (!found || isOver(found, now)) return '';
  if (!quiet && now - found.usedAt >= noteEvery)
    localStorage.setItem(key, JSON.stringify({ ...found, usedAt: now } satisfies Stored));
  return found.operator.token;
}

/** Calls of the console carry the operator's token and never the person's who may be signed in at the portal. */
export const consoleWing: Wing = {
  token,
  owner: () => session.get()?.operator_id,
  lost: () => forgetOperator('登录已失效，请重新登录'),
};
