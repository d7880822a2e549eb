import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { signin, signup, sms, smsPurposes, updateNickname } from '../contract/accounts.ts';
import { agreementVersion } from '../contract/agreement.ts';
import type { CallOutput, Reply, Send } from '../contract/call.ts';
import type { operatorConfirm } from '../contract/operator/sign-in.ts';
import { httpClient } from '../server/testing/http-client.ts';
import { humanProof, lastCode, sentSms } from '../server/testing/sms.ts';

/** A person with an account, made through calls. */
export interface Person {
  mobile: string;
  password: string;
  token: string;
  /** as the server tells it to a client that signs in */
  info: CallOutput<typeof signup>;
}

/** The running portal, for making what a test needs without clicking for it. */
export interface Portal {
  /** `http://127.0.0.1:<port>`; pages lie under `/omo` */
  url: string;
  dataDir: string;
  /** sends calls as a visitor */
  send: Send;
  /** sends calls as a signed-in person */
  as(person: { token: string }): Send;
  /** registers someone with a new number, by text message as anybody does; account type 1 individual, 2 enterprise */
  newPerson(options?: { accountType?: 1 | 2; nickname?: string }): Promise<Person>;
  /** signs somebody in on this page's browser, without the sign-in form: a person at the portal, an operator at the console */
  login(page: Page, who: Person | { operator: CallOutput<typeof operatorConfirm> }): Promise<void>;
  /** the newest code texted to a number; waits up to five seconds for it */
  smsCode(mobile: string): Promise<string>;
}

export const test = base.extend<{ portal: Portal }>({
  portal: async ({ baseURL: _ }, provide) => {
    await provide(portalAt(fromEnvironment('OMO_E2E_URL'), fromEnvironment('OMO_E2E_DATA_DIR')));
  },
  // `page.goto('/omo/…')` works without naming the address.
  baseURL: async ({ browserName: _ }, provide) => provide(fromEnvironment('OMO_E2E_URL')),
  page: async ({ page, javaScriptEnabled }, provide) => {
    await provide(javaScriptEnabled === false ? page : patient(page));
  },
});

/**
 * A page that is there, for `goto` and `reload`, only when it listens: what a program presses in the moment before would be
 * lost, and people are not so quick.
 */
export function patient(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const listening = () =>
    page.waitForFunction(() => {
      // A page without the router's data is none of the portal's, or stands still: a failure, a file.
      const ours = '__reactRouterContext' in window;
      return !ours || document.documentElement.dataset.alive !== undefined;
    });
  page.goto = async (...args) => {
    const response = await goto(...args);
    await listening();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await listening();
    return response;
  };
  return page;
}

/** A portal that runs at an address, on a data folder of this machine. */
export function portalAt(url: string, dataDir: string): Portal {
  // Limits per address are kept as in earnest; each test comes from an address of its own (the portal trusts its proxy).
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
  const send = httpClient(url, undefined, from);
  const as = ({ token }: { token: string }) => httpClient(url, token, from);
  const newPerson: Portal['newPerson'] = async ({ accountType = 1, nickname } = {}) => {
    const mobile = newMobile();
    const password = 'omo2026test';
    await dataOf(send(sms, { mobile, type: smsPurposes.register, humanCheck: await humanProof(send) }));
    const code = lastCode(dataDir, mobile);
    const consent = agreementVersion;
    let info = await dataOf(send(signup, { account_type: accountType, mobile, code, password, consent }));
    if (nickname !== undefined) info = await dataOf(as(info)(updateNickname, { nickeName: nickname }));
    return { mobile, password, token: info.token, info };
  };
  const smsCode = async (mobile: string) => {
    let code = '';
    const read = () => (code = sentSms(dataDir, mobile).findLast(({ code: one }) => one !== '')?.code ?? '');
    await expect.poll(read, { message: `no text message to ${mobile}`, timeout: 5000 }).not.toBe('');
    return code;
  };
  return { url, dataDir, send, as, newPerson, login, smsCode };
}

export { expect };

/** A number that no other test and no demo account has. */
export function newMobile(): string {
  return `139${String(randomInt(1e8)).padStart(8, '0')}`;
}

/** Somebody of the demo data, signed in by a call. */
export async function demoPerson(portal: Portal, mobile: string): Promise<Person> {
  const password = 'omo2026demo';
  const info = await dataOf(portal.send(signin, { mobile, password }));
  return { mobile, password, token: info.token, info };
}

/** A sum as a page or an answer tells it, in yuan or in fen; never the same digits in the middle of an id or a hash. */
export function sumOf(yuan: number): RegExp {
  const [whole = '', cents = ''] = yuan.toFixed(2).split('.');
  const parted = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',?');
  const tail = cents === '00' ? '(?:\\.00)?' : `\\.${cents}`;
  return new RegExp(`(?<![\\w-])(?:${parted}${tail}|${whole}${cents})(?![\\w-])`);
}

/** The data of a reply that must have succeeded. */
export async function dataOf<Data>(reply: Promise<Reply<Data>>): Promise<Data> {
  const found = await reply;
  if (!found.ok) throw new Error(`refused with ${found.code}: ${found.message} ${JSON.stringify(found.fields)}`);
  return found.data;
}

/** Fails with the rule, the elements and the remedy of every serious or critical finding of axe. */
export async function expectNoSeriousAxe(page: Page): Promise<void> {
  // What fades in is pale for a moment; what pulses for ever is not waited for.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
  // In the page itself, as nothing here lies in another site's frame, and only what is violated is worked out: the rest takes
  // four times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
  expect(told, told.join('\n\n')).toEqual([]);
}

async function login(...[page, who]: Parameters<Portal['login']>): Promise<void> {
  // Any address of the portal will do to reach its storage; this one loads nothing.
  await page.goto('/healthz');
  // As web/session.ts and web/console/session.ts store it.
  const now = Date.now();
  const entry =
    'operator' in who
      ? (['omo.operator', { operator: who.operator, usedAt: now }] as const)
      : (['omo.login', { user: who.info, savedAt: now }] as const);
  await page.evaluate(([key, value]) => localStorage.setItem(key, JSON.stringify(value)), entry);
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start browser tests with npm run e2e.`);
  return value;
}
