import { parseArgs } from 'node:util';
import { newPasswordField } from '../../../contract/accounts.ts';
import { operatorRoleKeys, operatorRoleNames } from '../../../contract/operator/roles.ts';
import { operatorNameField } from '../../../contract/operator/sign-in.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { demoOperator } from '../../seeding/demo/accounts.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { addOperator, type Command, CommandRefused, resetTotp, setPassword, setRoles, setSuspended } from './manage.ts';
import { operatorByName, operatorsByName } from './queries.ts';
import { totpCode, totpSeal } from './totp.ts';

/** What a command needs from where it is typed. */
export interface Terminal extends Command {
  readonly say: (line: string) => void;
  /** asks for a new password; never an argument, which other users of the machine could read */
  readonly password: () => Promise<string>;
  /** what seals are derived from */
  readonly secret: () => string;
  readonly demoAllowed: boolean;
}

const roleList = operatorRoleKeys.map((key) => `${key} (${operatorRoleNames[key]})`).join(', ');

export const usage = `npm run operator -- <command>

  list                              who there is, with which roles
  add NAME --roles A,B [--nick 昵称]  makes an operator; asks for the password
  roles NAME A,B                    gives these roles and takes all others; '' takes all
  password NAME                     sets a new password
  reset-totp NAME                   the next sign-in binds an authenticator anew
  suspend NAME | resume NAME        shuts an operator out, or lets them in again
  code                              the demo operator's code of this moment; for nobody else

roles: ${roleList}
A password is asked for at the terminal, or read from the first line of standard input.
Every command but list and code ends the sessions of the operator it is about, and is written into the audit log.`;

/** Runs one command. Throws CommandRefused, in one line, for what cannot be done. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<void> {
  const { positionals, values } = read(argv);
  const [command = '', ...rest] = positionals;
  const run = commands[command];
  if (!run) throw new CommandRefused(command === '' ? usage : `there is no command ${command}\n\n${usage}`);
  await run(terminal, rest, values);
}

interface Values {
  readonly roles?: string;
  readonly nick?: string;
}

function read(argv: readonly string[]): { positionals: string[]; values: Values } {
  try {
    const options = { roles: { type: 'string' }, nick: { type: 'string' } } as const;
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandRefused(`${(error as Error).message}\n\n${usage}`);
  }
}

const commands: Readonly<
  Record<string, (terminal: Terminal, args: readonly string[], values: Values) => Promise<void>>
> = {
  list: async ({ db, say }) => {
    const all = await operatorsByName(db).execute();
    if (all.length === 0) say('no operators yet: npm run operator -- add NAME --roles admin');
    for (const row of all) {
      const state = row.status === 1 ? '' : ', suspended';
      const totp = row.totp_sealed ? '' : ', no authenticator yet';
      const last = row.signed_in_at ? `, last in ${row.signed_in_at.toISOString()}` : ', never signed in';
      say(`${row.name}  ${row.nick_name ?? ''}  [${row.roles.join(', ') || 'no roles'}]${state}${totp}${last}`);
    }
  },
  add: async (terminal, args, values) => {
    const name = nameIn(args);
    const roles = rolesIn(values.roles);
    const nickName = values.nick?.trim() || name;
    if (await operatorByName(terminal.db, name)) throw new CommandRefused(`there is an operator ${name} already`);
    const passwordHash = await newHash(terminal);
    await addOperator(terminal, { name, nickName, passwordHash, roles });
    terminal.say(`made the operator ${name} with ${told(roles)}; the first sign-in at /console binds an authenticator`);
  },
  roles: async (terminal, args) => {
    const name = nameIn(args);
    if (args[1] === undefined) throw new CommandRefused(`which roles? They are: ${roleList}`);
    const roles = rolesIn(args[1]);
    await setRoles(terminal, name, roles);
    terminal.say(`${name} has ${told(roles)} now; their sessions are ended`);
  },
  password: async (terminal, args) => {
    const name = await known(terminal, args);
    await setPassword(terminal, name, await newHash(terminal));
    terminal.say(`${name} has a new password; their sessions are ended`);
  },
  'reset-totp': async (terminal, args) => {
    const name = nameIn(args);
    await resetTotp(terminal, name);
    terminal.say(`the next sign-in of ${name} binds an authenticator anew; their sessions are ended`);
  },
  suspend: async (terminal, args) => {
    const name = nameIn(args);
    await setSuspended(terminal, name, true);
    terminal.say(`${name} is suspended; their sessions are ended`);
  },
  resume: async (terminal, args) => {
    const name = nameIn(args);
    await setSuspended(terminal, name, false);
    terminal.say(`${name} may sign in again`);
  },
  code: async (terminal) => terminal.say(await demoCode(terminal)),
};

/**
 * The code of the demo operator alone: whoever sits at the machine must not come to sign in as anybody else. Refused too
 * where demo accounts are, and once another authenticator has been bound.
 */
async function demoCode({ db, now, secret, demoAllowed }: Terminal): Promise<string> {
  if (!demoAllowed)
    throw new CommandRefused('codes are told for the demo operator only, and there are no demo accounts here');
  const row = await operatorByName(db, demoOperator.name);
  const bound = row && totpSeal(secret()).open(row, row.id);
  if (bound !== demoOperator.totpSecret)
    throw new CommandRefused(
      `there is no demo operator ${demoOperator.name} with the demo's authenticator here: codes of others are in their own`,
    );
  return totpCode(bound, now);
}

const told = (roles: readonly OperatorRole[]) => (roles.length === 0 ? 'no roles' : `the roles ${roles.join(', ')}`);

function nameIn(args: readonly string[]): string {
  const given = operatorNameField.schema.safeParse(args[0]);
  if (given.success) return given.data.toLowerCase();
  throw new CommandRefused(
    args[0] === undefined ? `which operator?\n\n${usage}` : 'a name has 2 to 32 letters, digits, dots, dashes',
  );
}

async function known({ db }: Terminal, args: readonly string[]): Promise<string> {
  const name = nameIn(args);
  if (!(await operatorByName(db, name))) throw new CommandRefused(`there is no operator ${name}`);
  return name;
}

function rolesIn(list: string | undefined): OperatorRole[] {
  const words = (list ?? '').split(',').map((word) => word.trim());
  const roles = [...new Set(words.filter(Boolean))];
  const unknown = roles.find((role) => !(operatorRoleKeys as readonly string[]).includes(role));
  if (unknown !== undefined) throw new CommandRefused(`there is no role ${unknown}. They are: ${roleList}`);
  return roles as OperatorRole[];
}

async function newHash({ password }: Terminal): Promise<string> {
  const given = newPasswordField.schema.safeParse(await password());
  if (!given.success) throw new CommandRefused('a password has 8 to 64 characters, letters and digits among them');
  return hashPassword(given.data);
}
