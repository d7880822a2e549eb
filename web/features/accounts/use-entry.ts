import { type FormEvent, useRef, useState } from 'react';
import type { Call, CallInput, CallOutput } from '../../../contract/call.ts';
import type { FieldMessages } from '../../../contract/errors.ts';
import { send } from '../../client/transport.browser.ts';

interface Checked {
  readonly schema: {
    safeParse(
      value: unknown,
    ): { success: true } | { success: false; error: { issues: readonly { message: string }[] } };
  };
}

/** The first thing wrong with a value, in words. */
export function wrongWith(field: Checked, value: unknown): string | undefined {
  const result = field.schema.safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

let pressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressed = false), true);
}

/**
 * A field that is left by pressing a button must not say what is wrong before the button is let go: the new line would
 * move the button away from under the pointer, and the press would be lost.
 */
function afterPress(act: () => void): void {
  if (!pressed) return act();
  window.addEventListener('pointerup', () => setTimeout(act, 50), { once: true });
}

/**
 * A short form that is sent by one call: values, the message beside each field, the message of the whole. `check` says
 * what is wrong with each field before anything is sent; the server may add to it.
 */
export function useEntry<C extends Call, Values extends Record<string, string | boolean>>(options: {
  call: C;
  initial: Values;
  check: (values: Values) => { [Name in keyof Values]?: string | undefined };
  input: (values: Values) => CallInput<C>;
  /** said when the server gives no words of its own */
  failed: string;
  done: (data: CallOutput<C>) => string | void;
}) {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<FieldMessages>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const show = (messages: FieldMessages) => {
    setErrors(messages);
    // In the order of the page, not of the message list.
    const first = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
      (frame) => frame.dataset['field']! in messages,
    );
    first?.querySelector<HTMLElement>('input')?.focus();
  };

  const messagesOf = (all: Values): FieldMessages => {
    const found = Object.entries(options.check(all)).filter(([, message]) => message);
    return Object.fromEntries(found) as FieldMessages;
  };

  const set = (name: keyof Values & string) => (value: Values[typeof name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    // What was wrong is not wrong any more until it has been looked at again.
    setErrors(({ [name]: _, ...rest }) => rest);
    setFailure(undefined);
  };

  /** Looks at one field as it is left; nothing is said of a field that is still empty. */
  const look = (name: keyof Values & string): void => {
    const message = messagesOf(values)[name];
    // Nothing is taken back here, typing does that: the press may have brought the server's word on this field meanwhile.
    if (message && values[name] !== '') afterPress(() => setErrors((before) => ({ ...before, [name]: message })));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const wrong = messagesOf(values);
    if (Object.keys(wrong).length > 0) return show(wrong);
    setBusy(true);
    const reply = await send<C>(options.call, options.input(values));
    if (reply.ok) {
      const trouble = options.done(reply.data);
      setBusy(false);
      if (trouble) setFailure(trouble);
      return;
    }
    setBusy(false);
    const shown = Object.keys(reply.fields).filter((name) => name in values);
    if (shown.length > 0) show(reply.fields);
    else setFailure(reply.message || options.failed);
  };

  /** What a field's control takes; it is looked at as it is left. */
  const bind = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: set(name),
    onBlur: () => look(name),
  });

  return { form, values, errors, failure, busy, set, look, show, submit, bind };
}

export type Entry<Values extends Record<string, string | boolean>> = Pick<
  ReturnType<typeof useEntry<Call, Values>>,
  'values' | 'errors' | 'set' | 'look' | 'show'
>;
