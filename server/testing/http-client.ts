import type { Call, CallInput, Reply, Send, SendOptions } from '../../contract/call.ts';
import { encodeForm } from '../../contract/envelope.ts';

/** Sends calls by fetch, as a client outside would; adds `headers` to each. */
export function httpClient(url: string, token?: string, headers: Record<string, string> = {}): Send {
  return async <C extends Call>(call: C, input: CallInput<C>, options: SendOptions = {}) => {
    const { file, signal } = options;
    const form = encodeForm({ ...(input as object), ...(token ? { token } : {}) });
    let body: URLSearchParams | FormData | undefined = form;
    if (call.takesFile) {
      body = new FormData();
      for (const [name, value] of form) body.set(name, value);
      if (file) body.set('file', file);
    }
    const get = call.method === 'GET';
    const response = await fetch(`${url}${call.path}${get ? `?${form}` : ''}`, {
      method: call.method,
      headers: { ...(token ? { authorization: token } : {}), ...headers },
      body: get ? undefined : body,
      signal,
    });
    return readReply(response.status, await response.json()) as Reply<never>;
  };
}

interface WireAnswer {
  error_code: number;
  error_msg: string;
  data: unknown;
  count: number;
  page: number;
  pages: number;
}

function readReply(status: number, answer: WireAnswer): Reply<unknown> {
  const { error_code: code, error_msg: message, data, count, page, pages } = answer;
  if (code === 0) return { ok: true, data, count, page, pages };
  const fields = (data as { fields?: Record<string, string> }).fields ?? {};
  return { ok: false, code, status, message, fields, data: {} };
}
