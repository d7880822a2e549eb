import type { z } from 'zod';
import type { FieldMessages } from './errors.ts';

/**
 * Who may send a call at all. What one may do with a particular thing is the policy's business, on the server.
 * `user`: a person signed in at the portal, and no operator. `operator`: a session of the console, with at least one role.
 * `signed-in`: either.
 */
export type Audience = 'anyone' | 'user' | 'operator' | 'signed-in';

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Auth extends Audience = Audience,
> {
  readonly path: `/api/${string}`;
  readonly method: 'GET' | 'POST';
  readonly auth: Auth;
  /** shape of the form fields, by wire name; undeclared fields are dropped */
  readonly input: Input;
  /** shape of `data` in the answer; undeclared columns are dropped */
  readonly output: Output;
  /** answers with count, page and pages */
  readonly paged: boolean;
  /** takes one file in the multipart field `file` */
  readonly takesFile: boolean;
  /** one English sentence for openapi.json */
  readonly summary: string;
}

/** One named value that server and client both derive from: the server implements it, the client sends it. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType, Auth extends Audience>(call: {
  path: `/api/${string}`;
  method?: 'GET' | 'POST';
  auth: Auth;
  input: Input;
  output: Output;
  paged?: boolean;
  takesFile?: boolean;
  summary: string;
}): Call<Input, Output, Auth> {
  return { method: 'POST', paged: false, takesFile: false, ...call };
}

/** What a client hands in (wire names, before parsing). */
export type CallInput<C extends Call> = z.input<C['input']>;
/** What an implementation receives. */
export type CallParsed<C extends Call> = z.output<C['input']>;
/** What an implementation returns, before undeclared columns are dropped. */
export type CallData<C extends Call> = z.input<C['output']>;
/** What a client gets. */
export type CallOutput<C extends Call> = z.output<C['output']>;

/**
 * What sending a call gives, on every transport. A failure never throws: the network's own failures have code 0,
 * a status (0 when there was none), a message and an empty data object (feature X-02).
 */
export type Reply<Data> =
  | { ok: true; data: Data; count: number; page: number; pages: number }
  | { ok: false; code: number; status: number; message: string; fields: FieldMessages; data: Record<string, never> };

export interface SendOptions {
  /** 0..1 of the request body */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  file?: Blob;
  /** `file` is a part of a larger one: progress is told of the whole */
  of?: { from: number; bytes: number };
  /** asked by the page and not by its reader: no progress is shown */
  quiet?: boolean;
}

/** Sends calls: one in the browser (XHR), one on the server (in process), one in tests (HTTP). */
export type Send = <C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: SendOptions,
) => Promise<Reply<CallOutput<C>>>;
