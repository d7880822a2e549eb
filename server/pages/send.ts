import type { Call, CallInput, CallOutput, Reply, Send } from '../../contract/call.ts';
import { encodeForm } from '../../contract/envelope.ts';
import { successCodes } from '../../contract/errors.ts';
import type { Rendering } from '../calls/context.ts';
import type { Dispatcher } from '../calls/dispatch.ts';

/**
 * Sends calls within this process and without a user: what public pages are rendered from (rulings §6). Takes the same
 * way as a call over HTTP, from form fields to envelope. What is limited by network
 * counts for the visitor's whose request has the page rendered.
 */
export function sendInProcess(dispatcher: Dispatcher): (address: string, rendering?: Rendering) => Send {
  return (address, rendering) =>
    async <C extends Call>(call: C, input: CallInput<C>): Promise<Reply<CallOutput<C>>> => {
      const fields = Object.fromEntries(encodeForm(input as Record<string, string>));
      const { status, envelope } = await dispatcher.dispatch(call.path, fields, {
        token: undefined,
        requestId: 'page',
        address,
        userAgent: 'page',
        rendering,
      });
      if (!successCodes.includes(envelope.error_code)) {
        const fieldMessages = (envelope.data as { fields?: Record<string, string> }).fields ?? {};
        return {
          ok: false,
          code: envelope.error_code,
          status,
          message: envelope.error_msg,
          fields: fieldMessages,
          data: {},
        };
      }
      const { count, page, pages } = envelope;
      return { ok: true, data: envelope.data as CallOutput<C>, count, page, pages };
    };
}
