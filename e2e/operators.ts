import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CallOutput } from '../contract/call.ts';
import { getDesk } from '../contract/operator/desk.ts';
import type { OperatorRoleKey } from '../contract/operator/roles.ts';
import { operatorConfirm, operatorSignin } from '../contract/operator/sign-in.ts';
import { demoOperator as demo } from '../server/seeding/demo/accounts.ts';
import { totpCode } from '../server/slices/operators/totp.ts';
import { dataOf, newMobile, type Portal } from './fixtures.ts';

/** An operator who is signed in at the console. */
export interface Operator {
  name: string;
  password: string;
  /** of their authenticator, base32 */
  totpSecret: string;
  token: string;
  operator: CallOutput<typeof operatorConfirm>;
}

const demoPassword = 'omo2026demo';

/**
 * The operator of the demo data, with every role. Signed in once for a whole run: a code is taken once, and there is one each
 * half minute. Nobody may sign this session out.
 */
export async function demoOperator(portal: Portal): Promise<Operator> {
  const file = join(portal.dataDir, 'e2e-operator.json');
  const { name, totpSecret } = demo;
  const known = async (): Promise<Operator | undefined> => {
    if (!existsSync(file)) return undefined;
    const found = JSON.parse(readFileSync(file, 'utf8')) as Operator;
    return (await portal.as(found)(getDesk, {})).ok ? found : undefined;
  };
  const { ticket } = (await known())
    ? { ticket: '' }
    : await dataOf(portal.send(operatorSignin, { name, password: demoPassword }));
  // Another worker may be doing the same at this moment, and takes the code away: then it has what we need.
  for (const seconds of [0, 30, -30]) {
    const before = await known();
    if (before) return before;
    const code = totpCode(totpSecret, new Date(Date.now() + seconds * 1000));
    const reply = await portal.send(operatorConfirm, { ticket, code });
    if (!reply.ok) continue;
    const operator = { name, password: demoPassword, totpSecret, token: reply.data.token, operator: reply.data };
    writeFileSync(file, JSON.stringify(operator));
    return operator;
  }
  const late = await known();
  if (late) return late;
  throw new Error('the demo operator could not sign in: were its codes of this minute taken?');
}

/** Runs `npm run operator -- …` on the portal's data, beside it; gives what it printed. */
export async function operatorCommand(portal: Portal, args: readonly string[], password = ''): Promise<string> {
  const running = promisify(execFile)(process.execPath, ['scripts/operator.ts', ...args], {
    cwd: dirname(import.meta.dirname),
    env: { ...process.env, OMO_DATA_DIR: portal.dataDir },
  });
  running.child.stdin?.end(`${password}\n`);
  return (await running).stdout;
}

/** Makes an operator as one is made, on the command line. */
export async function makeOperator(
  portal: Portal,
  roles: readonly OperatorRoleKey[],
): Promise<{ name: string; password: string }> {
  const made = { name: newMobile(), password: 'omo2026desk' };
  await operatorCommand(portal, ['add', made.name, '--roles', roles.join(','), '--nick', '夜班运营'], made.password);
  return made;
}

/** Makes an operator and signs them in by calls, binding an authenticator. @param now the portal's clock */
export async function newOperator(
  portal: Portal,
  roles: readonly OperatorRoleKey[],
  now: () => Date = () => new Date(),
): Promise<Operator> {
  const made = await makeOperator(portal, roles);
  const { ticket, enrol } = await dataOf(portal.send(operatorSignin, made));
  const totpSecret = enrol?.secret ?? '';
  const operator = await dataOf(portal.send(operatorConfirm, { ticket, code: totpCode(totpSecret, now()) }));
  return { ...made, totpSecret, token: operator.token, operator };
}
