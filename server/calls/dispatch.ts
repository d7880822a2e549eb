import type { z } from 'zod';
import type { Audience } from '../../contract/call.ts';
import { type ErrorKind, errorKinds, type FieldMessages, invalid, Refusal } from '../../contract/errors.ts';
import { type Envelope, envelope, refusalEnvelope } from '../../contract/envelope.ts';
import type { Authenticate, Caller, Context, Incoming, Services } from './context.ts';
import type { AnyImplementation } from './implement.ts';
import { Throttled } from './limits.ts';
import { networkOf } from './network.ts';

export interface Dispatched {
  status: number;
  envelope: Envelope;
  /** set when the refusal says when to come again, in seconds */
  retryAfter?: number;
}

/** Fields as decoded from a form, or from JSON-like values of a caller in this process. */
export type RawFields = Readonly<Record<string, unknown>>;

export interface Dispatcher {
  readonly implementations: ReadonlyMap<string, AnyImplementation>;
  /** Runs one call from raw fields to envelope. Never throws. */
  dispatch(path: string, fields: RawFields, incoming: Incoming): Promise<Dispatched>;
}

/** decode → who → input → policy → use case → output parse → envelope. */
export function createDispatcher(
  services: Services,
  implementations: readonly AnyImplementation[],
  authenticate: Authenticate,
): Dispatcher {
  const byPath = new Map<string, AnyImplementation>();
  for (const implementation of implementations) {
    const { path } = implementation.call;
    if (byPath.has(path)) throw new Error(`two implementations of ${path}`);
    byPath.set(path, implementation);
  }

  async function run(implementation: AnyImplementation, fields: RawFields, incoming: Incoming): Promise<Envelope> {
    const { call, limit } = implementation;
    const now = services.clock.now();
    const caller = incoming.token ? await authenticate(services, incoming.token, now, incoming.quiet !== true) : null;
    admit(call.auth, caller);
    if (limit) {
      // What needs no sign-in must not become freer by one.
      const network = networkOf(incoming.address);
      const sender = call.auth === 'anyone' ? network : (caller?.userId ?? network);
      const wait = await services.limits.take(`${call.path}:${sender}`, limit, now);
      if (wait > 0) throw new Throttled(wait);
    }
    refuseNul(fields);
    const input = call.input.safeParse(fields);
    if (!input.success) throw inputRefusal(input.error);
    const context: Context = { ...services, ...incoming, caller, now };
    const answer = await implementation.handle(input.data as never, context as never);
    return envelope(call.output.parse(answer.data), answer.page);
  }

  return {
    implementations: byPath,
    dispatch: async (path, fields, incoming) => {
      try {
        const implementation = byPath.get(path);
        if (!implementation) throw new Refusal('not_found', '没有这个接口');
        return { status: 200, envelope: await run(implementation, fields, incoming) };
      } catch (error) {
        return refused(error, path, incoming, services);
      }
    },
  };
}

function admit(auth: Audience, caller: Caller | null) {
  if (auth === 'anyone') return;
  if (!caller) throw new Refusal('sign_in_needed');
  if (auth === 'user' && caller.operates)
    throw new Refusal('not_allowed', '运营账号只用于运营后台，请用个人或企业账号进行此操作');
  if (auth === 'operator' && !caller.operates) throw new Refusal('not_allowed');
  if (auth === 'operator' && caller.operatorRoles.length === 0)
    throw new Refusal('not_allowed', '您还没有分配角色，请联系管理员');
}

/** The one character that PostgreSQL stores nowhere; an address of a page can carry it as well as a form. */
function refuseNul(fields: RawFields) {
  for (const [name, value] of Object.entries(fields)) {
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    if (texts.some((text) => typeof text === 'string' && text.includes('\0')))
      throw invalid(name, `${name} 含有不能使用的字符`);
  }
}

/** The first message of each field; the first of all is the envelope's (rulings §5). */
export function inputRefusal(error: z.ZodError): Refusal {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.') || 'form';
    // A message in English is zod's own: the schema said nothing better.
    fields[name] ??= /[\u4e00-\u9fff]/.test(issue.message) ? issue.message : `${name} 填写有误`;
  }
  return new Refusal('invalid_input', undefined, fields);
}

export function refused(
  error: unknown,
  path: string,
  incoming: Pick<Incoming, 'requestId'>,
  services: Pick<Services, 'log'>,
): Dispatched {
  const kind: ErrorKind = error instanceof Refusal ? error.kind : 'internal';
  const { code, status, text, report } = errorKinds[kind];
  if (report) services.log.error({ err: error, path, requestId: incoming.requestId }, 'call failed');
  const message = error instanceof Refusal ? error.message : text;
  const fields = error instanceof Refusal ? error.fields : {};
  return {
    status,
    envelope: refusalEnvelope(code, message, fields),
    retryAfter: error instanceof Throttled ? error.retryAfter : undefined,
  };
}
