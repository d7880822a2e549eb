import type { Call, CallData, CallParsed } from '../../contract/call.ts';
import type { PageFacts } from '../../contract/envelope.ts';
import type { Context, SignedInContext } from './context.ts';
import type { LimitRule } from './limits.ts';

/** What an implementation answers: data, and for a list where it stands. */
export interface Answer<Data> {
  data: Data;
  page?: PageFacts;
}

type ContextOf<C extends Call> = C['auth'] extends 'anyone' ? Context : SignedInContext;

/** `limit` says how often one sender may send it: per account where a sign-in is needed, else per address. */
export interface Implementation<C extends Call = Call> {
  readonly call: C;
  readonly limit?: LimitRule;
  readonly handle: (input: CallParsed<C>, context: ContextOf<C>) => Promise<Answer<CallData<C>>>;
}

// The registry holds calls of every shape; dispatch parses before it hands over, which is what makes this sound.
export type AnyImplementation = Omit<Implementation, 'handle'> & {
  readonly handle: (input: never, context: never) => Promise<Answer<unknown>>;
};

export function implement<C extends Call>(
  call: C,
  handle: Implementation<C>['handle'],
  options: { limit?: LimitRule } = {},
): AnyImplementation {
  return { call, handle, ...options };
}
