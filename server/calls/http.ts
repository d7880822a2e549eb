import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BrokenForm, decodeForm } from '../../contract/envelope.ts';
import { invalid, Refusal } from '../../contract/errors.ts';
import type { Incoming, Services } from './context.ts';
import { type Dispatched, type Dispatcher, type RawFields, refused } from './dispatch.ts';
import { multipartForm } from './multipart.ts';

/** Largest form body; files travel as multipart and have limits of their own. */
const largestForm = 256 * 1024;

/** With it a client says that nobody pressed anything. */
const quietHeader = 'x-omo-quiet';

const formType = 'application/x-www-form-urlencoded';

/** The one HTTP adapter around dispatch: every call at its path, form-encoded (specification §7). */
export async function mountCalls(app: FastifyInstance, dispatcher: Dispatcher, services: Services): Promise<void> {
  await app.register(async (calls) => {
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: largestForm }, (_request, body, done) =>
      done(null, body),
    );
    // Multipart is read by the handler itself, as a stream; everything else is refused there with words.
    calls.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
    calls.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));

    calls.setErrorHandler((error, request, reply) => {
      answer(reply, refused(unreadable(error), request.url, { requestId: request.id }, services));
    });

    for (const { call } of dispatcher.implementations.values()) {
      calls.route({
        method: call.method,
        url: call.path,
        handler: async (request, reply) => {
          const received = await receive(request, call.takesFile).catch((error: unknown) =>
            refused(error, call.path, { requestId: request.id }, services),
          );
          if ('envelope' in received) return answer(reply, received);
          const done = await dispatcher.dispatch(call.path, received.fields, received.incoming);
          // What nobody wanted of a file is let through unread: the sender gets to read the answer, and the connection ends.
          if (received.incoming.file) request.raw.unpipe().resume();
          return answer(reply, done);
        },
      });
    }

    calls.all('/api/*', async (request, reply) => {
      const known = dispatcher.implementations.has(request.url.split('?')[0] as string);
      const refusal = known ? new Refusal('not_allowed', '请求方法不对') : new Refusal('not_found', '没有这个接口');
      return answer(reply, refused(refusal, request.url, { requestId: request.id }, services));
    });
  });
}

/** What fastify itself refuses before a call is reached is the sender's fault, and is said as our own refusals are. */
export function unreadable(error: unknown): unknown {
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too_large', `提交的内容过大，最多${largestForm / 1024}KB`);
  return statusCode >= 400 && statusCode < 500 ? new Refusal('invalid_input', '请求格式有误，无法读取') : error;
}

export function answer(reply: FastifyReply, { status, envelope, retryAfter }: Dispatched): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

/** Fields and sender of a request. Throws a refusal for what is no form. */
async function receive(
  request: FastifyRequest,
  takesFile: boolean,
): Promise<{ fields: RawFields; incoming: Incoming }> {
  const type = request.headers['content-type'] ?? '';
  let fields: RawFields = {};
  let file: Incoming['file'];
  if (request.method === 'GET') fields = decoded(request.raw.url?.split('?')[1] ?? '');
  else if (type.startsWith(formType)) fields = decoded(request.body as string);
  else if (type.startsWith('multipart/form-data') && takesFile) ({ fields, file } = await multipartForm(request.raw));
  else if (type !== '' || (request.headers['content-length'] ?? '0') !== '0') {
    throw new Refusal(
      'invalid_input',
      `请求须为表单格式（${formType}），不支持 ${type.split(';')[0] || '无类型'} 内容`,
    );
  }
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim();
  const token = header || single(fields.token) || single(fields.authorization) || undefined;
  return {
    fields,
    incoming: {
      token,
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      quiet: request.headers[quietHeader] === '1',
      file,
    },
  };
}

const single = (value: unknown) => (typeof value === 'string' ? value : undefined);

function decoded(body: string): RawFields {
  try {
    return decodeForm(body);
  } catch (error) {
    if (error instanceof BrokenForm) throw invalid(error.field, `${error.field} 的编码有误，须为UTF-8`);
    throw error;
  }
}

/** A request id of the caller's own is kept when it is a plain word, so that logs can be joined across services. */
export function requestId(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
