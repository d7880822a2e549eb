import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { needsLogin, signIn } from '../session.ts';
import { beginLoading, endLoading, loading } from './progress.ts';
import { callAt, readAnswer, requestTimeout, send } from './transport.browser.ts';

const answer = (code: number, more: object = {}) =>
  JSON.stringify({
    error_code: code,
    error_msg: code ? '不行' : '',
    data: { nid: 'D1' },
    count: 3,
    page: 1,
    pages: 1,
    ...more,
  });

/** As much of the browser's class as the transport uses; what was sent is kept for the test. */
class FakeRequest {
  static last: FakeRequest;
  method = '';
  url = '';
  timeout = 0;
  headers: Record<string, string> = {};
  body: unknown;
  status = 0;
  responseText = '';
  upload = { onprogress: null as ((event: object) => void) | null, addEventListener: () => {} };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  addEventListener() {}
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
  }
  reply(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
}

const place = callAt<never>('/api/demand/list' as never) as never;

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  localStorage.clear();
  needsLogin.set(false);
  loading.set(0);
});
afterEach(() => vi.unstubAllGlobals());

function login() {
  signIn({
    token: 'tok',
    user_name: '13800000001',
    avatar_url: '',
    nick_name: '',
    gender: 0,
    mobile: '13800000001',
    status: 1,
    account_type: 1,
  });
}

describe('sending from the browser', () => {
  test('[X-01] [U-06] form-encoded POST with 20 s and the token as field and header', async () => {
    login();
    const reply = send(place, { name: '婴儿床', scope: ['卧室', '书房'], none: undefined } as never);
    const { last } = FakeRequest;
    expect([last.method, last.url, last.timeout]).toEqual(['POST', '/api/demand/list', requestTimeout]);
    expect(Object.fromEntries(last.body as URLSearchParams)).toEqual({
      name: '婴儿床',
      scope: '卧室,书房',
      token: 'tok',
    });
    expect(last.headers.authorization).toBe('tok');
    last.reply(200, answer(0));
    expect(await reply).toEqual({ ok: true, data: { nid: 'D1' }, count: 3, page: 1, pages: 1 });
  });

  test('[S-07] the loading counter goes up and down with requests, never below zero', async () => {
    const reply = send(place, {} as never);
    expect(loading.get()).toBe(1);
    beginLoading();
    FakeRequest.last.reply(200, answer(0));
    await reply;
    expect(loading.get()).toBe(1);
    endLoading();
    endLoading();
    expect(loading.get()).toBe(0);
  });

  test.each([1002, 401, 501])('[U-05] code %i forgets the user and sets the needs-login flag', async (code) => {
    login();
    const reply = send(place, {} as never);
    FakeRequest.last.reply(200, answer(code));
    expect((await reply).ok).toBe(false);
    expect(localStorage.getItem('omo.login')).toBeNull();
    expect(needsLogin.get()).toBe(true);
  });

  test('another refusal leaves the user signed in and names the fields', async () => {
    login();
    const reply = send(place, {} as never);
    FakeRequest.last.reply(400, answer(1001, { data: { fields: { name: '请输入产品名称！' } } }));
    expect(await reply).toMatchObject({ ok: false, code: 1001, status: 400, fields: { name: '请输入产品名称！' } });
    expect(localStorage.getItem('omo.login')).not.toBeNull();
    expect(needsLogin.get()).toBe(false);
  });

  test('[X-02] a network failure has a status, a message and an empty data object', async () => {
    const reply = send(place, {} as never);
    FakeRequest.last.onerror?.();
    expect(await reply).toEqual({
      ok: false,
      code: 0,
      status: 0,
      message: '网络连接失败，请检查网络后再试',
      fields: {},
      data: {},
    });
  });
});

test('[X-02] 0 and 100 are successes; what is no answer is a failure', () => {
  expect(readAnswer(200, answer(100)).ok).toBe(true);
  expect(readAnswer(502, '<html>')).toMatchObject({ ok: false, code: 0, status: 502, data: {} });
  expect(readAnswer(200, '{}').ok).toBe(false);
});
