import Fastify from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Refusal } from '../../contract/errors.ts';
import { text } from '../../contract/fields.ts';
import { MovableClock } from '../clock.ts';
import type { Caller, Services } from './context.ts';
import { createDispatcher } from './dispatch.ts';
import { mountCalls, requestId } from './http.ts';
import { implement } from './implement.ts';
import { memoryLimits } from './limits.ts';

const name = text({ label: '名称', required: '请输入名称', max: [5, '名称过长！'], example: '床' });
const output = z.object({ name: z.string() });

const greet = defineCall({
  path: '/api/test/greet',
  auth: 'anyone',
  input: z.object({ name: name.schema }),
  output,
  summary: 'test',
});
const mine = defineCall({ path: '/api/test/mine', auth: 'user', input: z.object({}), output, summary: 'test' });
const operate = defineCall({
  path: '/api/test/operate',
  auth: 'operator',
  input: z.object({}),
  output,
  summary: 'test',
});
const fail = defineCall({ path: '/api/test/fail', auth: 'anyone', input: z.object({}), output, summary: 'test' });
const seldom = defineCall({ path: '/api/test/seldom', auth: 'anyone', input: z.object({}), output, summary: 'test' });
const area = defineCall({
  path: '/api/test/area',
  method: 'GET',
  auth: 'anyone',
  input: z.object({ name: name.schema }),
  output,
  summary: 'test',
});
const file = defineCall({
  path: '/api/test/file',
  auth: 'anyone',
  takesFile: true,
  input: z.object({}),
  output,
  summary: 'test',
});

const person: Caller = { userId: 'u1', sessionId: 's1', accountType: 1, operates: false, operatorRoles: [] };
const clock = new MovableClock();
let close: (() => Promise<void>) | undefined;

async function start() {
  const services = { clock, log: pino({ level: 'silent' }), limits: memoryLimits() } as unknown as Services;
  const dispatcher = createDispatcher(
    services,
    [
      // An undeclared column goes in on purpose: it must not come out.
      implement(greet, async (input) => ({ data: { name: input.name, secret: 'hash' } as { name: string } })),
      implement(mine, async (_input, { caller }) => ({ data: { name: caller.userId } })),
      implement(operate, async () => ({ data: { name: 'operator' } })),
      implement(fail, async () => {
        throw new Error('connection string with a password');
      }),
      implement(seldom, async () => ({ data: { name: 'ok' } }), { limit: { max: 2, per: 60 } }),
      implement(area, async (input) => ({ data: { name: input.name } })),
      implement(file, async (_input, context) => {
        if (!context.file) throw new Refusal('invalid_input', '请选择文件');
        let size = 0;
        for await (const chunk of context.file.stream) size += (chunk as Buffer).length;
        return { data: { name: `${context.file.filename}:${size}` } };
      }),
    ],
    async (_services, token) => (token === 'good' ? person : null),
  );
  const fastify = Fastify({ genReqId: (request) => requestId(request.headers) });
  await mountCalls(fastify, dispatcher, services);
  close = () => fastify.close();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    post: (path: string, payload = '', headers: Record<string, string> = form) =>
      fastify.inject({ method: 'POST', url: path, payload, headers }),
    get: (path: string) => fastify.inject({ method: 'GET', url: path }),
  };
}

afterEach(() => close?.());

describe('[X-01] calls over HTTP', () => {
  it('answers an envelope and lets no undeclared column out', async () => {
    const { post } = await start();
    const reply = await post('/api/test/greet', 'name=%E6%9C%A8%E5%BA%8A&unknown=1');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ error_code: 0, error_msg: '', data: { name: '木床' } });
    expect(reply.body).not.toContain('hash');
  });

  it('takes a GET where the call is one, and refuses the other method', async () => {
    const { get, post } = await start();
    expect((await get('/api/test/area?name=a')).json().data).toEqual({ name: 'a' });
    expect((await post('/api/test/area', 'name=a')).json().error_code).toBe(1003);
    expect((await get('/api/test/greet?name=a')).json().error_code).toBe(1003);
  });

  it.each([
    ['an empty form', '', 'name', '请输入名称'],
    ['a text too long', 'name=123456', 'name', '名称过长！'],
    ['half a character', 'name=%E6%9C', 'name', 'name 的编码有误，须为UTF-8'],
    ['a NUL', 'name=a%00', 'name', 'name 的编码有误，须为UTF-8'],
  ])('names the field of %s', async (_what, payload, field, message) => {
    const { post } = await start();
    const reply = await post('/api/test/greet', payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      error_code: 1001,
      error_msg: message,
      data: { fields: { [field]: message } },
    });
  });

  it.each([
    ['application/json', '{"name":"a"}'],
    ['text/plain', 'name=a'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('refuses a %s body in words', async (type, payload) => {
    const { post } = await start();
    const reply = await post('/api/test/greet', payload, { 'content-type': type });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error_code).toBe(1001);
    expect(reply.json().error_msg).toContain('请求须为表单格式');
  });

  it('refuses a body over its limit', async () => {
    const { post } = await start();
    const reply = await post('/api/test/greet', `name=${'a'.repeat(300_000)}`);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ error_code: 1007, error_msg: '提交的内容过大，最多256KB' });
  });

  it('answers an unknown call with 1004', async () => {
    const { post } = await start();
    expect((await post('/api/test/none')).json().error_code).toBe(1004);
  });

  it('hides what broke behind 1500', async () => {
    const { post } = await start();
    const reply = await post('/api/test/fail');
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ error_code: 1500, error_msg: '系统开小差了，请稍后再试' });
    expect(reply.body).not.toContain('password');
  });

  it('says when to come again after too many', async () => {
    const { post } = await start();
    await post('/api/test/seldom');
    await post('/api/test/seldom');
    const third = await post('/api/test/seldom');
    expect(third.statusCode).toBe(429);
    expect(third.headers['retry-after']).toBe('60');
    expect(third.json().error_code).toBe(1006);
    clock.advance(60_000);
    expect((await post('/api/test/seldom')).statusCode).toBe(200);
  });

  it('[U-06] what anyone may send is not more often allowed to those who signed in', async () => {
    const { post } = await start();
    await post('/api/test/seldom');
    await post('/api/test/seldom', 'token=good');
    expect((await post('/api/test/seldom', 'token=good')).statusCode).toBe(429);
  });

  it('reads a file of a multipart form, and says when it is missing', async () => {
    const { post } = await start();
    const part =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="图.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('/api/test/file', part, headers)).json().data).toEqual({ name: '图.txt:5' });
    expect((await post('/api/test/file', '--x--\r\n', headers)).json().error_msg).toBe('请选择文件');
    expect((await post('/api/test/file', 'garbage', { 'content-type': 'multipart/form-data' })).json().error_code).toBe(
      1001,
    );
  });
});

describe('[U-06] the token', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['a token field', 'token=good', form],
    ['an authorization field', 'authorization=good', form],
    ['a bearer header', '', { ...form, authorization: 'Bearer good' }],
    ['a bare header', '', { ...form, authorization: 'good' }],
  ])('is taken from %s', async (_what, payload, headers) => {
    const { post } = await start();
    expect((await post('/api/test/mine', payload, headers)).json().data).toEqual({ name: 'u1' });
  });

  it('is not needed for a public call, and a bad one does not harm it', async () => {
    const { post } = await start();
    expect((await post('/api/test/greet', 'name=a&token=bad')).json().error_code).toBe(0);
  });

  it('missing or bad gives 1002, and a person is no operator', async () => {
    const { post } = await start();
    expect((await post('/api/test/mine')).json()).toMatchObject({ error_code: 1002, error_msg: '请先登录' });
    expect((await post('/api/test/mine', 'token=bad')).statusCode).toBe(401);
    expect((await post('/api/test/operate', 'token=good')).json().error_code).toBe(1003);
  });
});
