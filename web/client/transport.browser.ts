import type { Call, CallInput, CallOutput, Reply, SendOptions } from '../../contract/call.ts';
import { signInCodes, successCodes } from '../../contract/errors.ts';
import { wing } from '../session.ts';
import { encodeForm } from '../../contract/envelope.ts';
import { beginLoading, endLoading, uploaded } from './progress.ts';

/** Specification §9. */
export const requestTimeout = 20_000;

/** As much of a call as sending it takes: pages that are to carry no zod name a call by {@link callAt}. */
export type CallPlace<C extends Call = Call> = Pick<C, 'path' | 'method' | 'takesFile'> & { readonly of?: C };

/** A call by its path alone, typed by its definition: `callAt<typeof likeTopic>('/api/…')`. */
export function callAt<C extends Call>(path: C['path'], method: C['method'] = 'POST'): CallPlace<C> {
  return { path, method, takesFile: false } as CallPlace<C>;
}

/** Feature X-02: a failure that is not the server's has a status, a message and an empty data object. */
const networkFailure = (status: number, message: string): Reply<never> => ({
  ok: false,
  code: 0,
  status,
  message,
  fields: {},
  data: {},
});

interface WireAnswer {
  error_code: number;
  error_msg: string;
  data: unknown;
  count?: number;
  page?: number;
  pages?: number;
}

/** @param text what came back, whatever it is. Exported for tests. */
export function readAnswer(status: number, text: string): Reply<unknown> {
  let answer: WireAnswer;
  try {
    answer = JSON.parse(text) as WireAnswer;
  } catch {
    return networkFailure(status, '服务暂时不可用，请稍后再试');
  }
  if (typeof answer?.error_code !== 'number') return networkFailure(status, '服务暂时不可用，请稍后再试');
  if (successCodes.includes(answer.error_code)) {
    const { data, count = 0, page = 1, pages = 0 } = answer;
    return { ok: true, data, count, page, pages };
  }
  const fields = (answer.data as { fields?: Record<string, string> } | null)?.fields ?? {};
  return { ok: false, code: answer.error_code, status, message: answer.error_msg, fields, data: {} };
}

function bodyOf(call: CallPlace, input: object, token: string, file: Blob | undefined): URLSearchParams | FormData {
  const form = encodeForm({ ...input, ...(token ? { token } : {}) });
  if (!call.takesFile) return form;
  const multipart = new FormData();
  for (const [name, value] of form) multipart.set(name, value);
  if (file) multipart.set('file', file);
  return multipart;
}

/**
 * Sends a call from the browser by XHR, the only way to see an upload's progress. Never throws. A refusal for want of a
 * sign-in forgets the user and sets the needs-login flag (feature U-05).
 */
export function send<C extends Call>(
  call: C | CallPlace<C>,
  input: CallInput<C>,
  { onProgress, signal, file, of, quiet = false }: SendOptions = {},
): Promise<Reply<CallOutput<C>>> {
  const { token: tokenOf, lost } = wing;
  const token = tokenOf(quiet);
  const body = bodyOf(call, input as object, token, file);
  const get = call.method === 'GET';
  const url = get && String(body) !== '' ? `${call.path}?${String(body)}` : call.path;

  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const finish = (reply: Reply<unknown>) => {
      if (!quiet) endLoading();
      if (file) uploaded.set(undefined);
      if (!reply.ok && (signInCodes.includes(reply.code) || (reply.code === 0 && signInCodes.includes(reply.status))))
        lost();
      resolve(reply as Reply<CallOutput<C>>);
    };
    if (!quiet) beginLoading();
    xhr.open(call.method, url);
    xhr.timeout = requestTimeout;
    if (token) xhr.setRequestHeader('authorization', token);
    if (quiet) xhr.setRequestHeader('x-omo-quiet', '1');
    if (!get && body instanceof URLSearchParams)
      xhr.setRequestHeader('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    xhr.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      const part =
        of && file ? (of.from + (event.loaded / event.total) * file.size) / of.bytes : event.loaded / event.total;
      if (file) uploaded.set(part);
      onProgress?.(part);
    };
    xhr.onload = () => finish(readAnswer(xhr.status, xhr.responseText));
    xhr.onerror = () => finish(networkFailure(xhr.status, '网络连接失败，请检查网络后再试'));
    xhr.ontimeout = () => finish(networkFailure(xhr.status, '请求超时，请稍后再试'));
    xhr.onabort = () => finish(networkFailure(xhr.status, '请求已取消'));
    signal?.addEventListener('abort', () => xhr.abort());
    if (signal?.aborted) return finish(networkFailure(0, '请求已取消'));
    // What is being uploaded may take longer than the answer may: the 20 seconds count from the last byte sent.
    if (file) {
      xhr.timeout = 0;
      let timer: ReturnType<typeof setTimeout>;
      const rearm = () => {
        clearTimeout(timer);
        timer = setTimeout(() => xhr.abort(), requestTimeout);
      };
      rearm();
      xhr.upload.addEventListener('progress', rearm);
      xhr.addEventListener('loadend', () => clearTimeout(timer));
    }
    xhr.send(get ? null : body);
  });
}

/** Sends a call while nobody waits for it any more, at the latest as the page goes away; no answer is heard, nor a failure. */
export function sendBeside<C extends Call>(call: CallPlace<C>, input: CallInput<C>): void {
  navigator.sendBeacon?.(call.path, bodyOf(call, input as object, wing.token(true), undefined));
}
