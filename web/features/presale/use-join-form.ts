import { useState } from 'react';
import type { CallOutput, Reply } from '../../../contract/call.ts';
import { numberFault, telFault } from '../../../contract/presale-join.ts';
import type { joinPresell } from '../../../contract/presale.ts';
import { waiting } from '../../client/waiting.ts';
import { useSending } from '../../ui/use-sending.ts';

export type Join = CallOutput<typeof joinPresell>;

export const joinNames = ['number', 'tel'] as const;
export type JoinName = (typeof joinNames)[number];
export type JoinValues = Record<JoinName, string>;

/** What was typed before a sign-in. */
export function halfTyped(key: string): JoinValues | undefined {
  try {
    const found = JSON.parse(waiting.read(key)) as Record<string, unknown>;
    return joinNames.every((name) => typeof found[name] === 'string') ? (found as JoinValues) : undefined;
  } catch {
    return undefined;
  }
}

export interface JoinForm {
  values: JoinValues;
  errors: Partial<JoinValues>;
  refusal: string | undefined;
  busy: boolean;
  change(name: JoinName, value: string): void;
  /** the number's field was left: what is wrong with it is said, where `most` can be had */
  leave(most: number): void;
  /** `form` gets the focus on its first field that is wrong */
  submit(form: HTMLFormElement): Promise<void>;
}

/** Number and contact of a booking, made or changed: what was typed stays whatever the server says. */
export function useJoinForm(options: {
  initial: JoinValues;
  /** how many can be had at this moment; what the page knows may be old */
  left: () => number | Promise<number>;
  /** undefined: it could not be sent yet, the writer was led to the sign-in page */
  send: (values: JoinValues) => Promise<Reply<Join> | undefined>;
  onDone: (join: Join) => void;
  onTyped?: (values: JoinValues) => void;
}): JoinForm {
  const { left, send, onDone, onTyped } = options;
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Partial<JoinValues>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();

  const show = (form: HTMLFormElement, found: Partial<JoinValues>) => {
    setErrors(found);
    const first = joinNames.find((name) => found[name]);
    if (first) form.querySelector<HTMLElement>(`[name$="-${first}"]`)?.focus();
    return first !== undefined;
  };

  async function sendIt(form: HTMLFormElement) {
    setRefusal(undefined);
    const most = numberFault(values.number, 9_999_999) === undefined ? await left() : 0;
    const found: Partial<JoinValues> = {};
    const [number, tel] = [numberFault(values.number, most), telFault(values.tel)];
    if (number) found.number = number;
    if (tel) found.tel = tel;
    if (show(form, found)) return;
    const reply = await send(values);
    if (!reply) return;
    if (reply.ok) return onDone(reply.data);
    if (!show(form, reply.fields)) setRefusal(reply.message);
  }

  return {
    values,
    errors,
    refusal,
    busy,
    change: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      setErrors(({ [name]: _, ...others }) => others);
      onTyped?.(next);
    },
    leave: (most) => {
      const number = values.number === '' ? undefined : numberFault(values.number, most);
      if (number) setErrors((before) => ({ ...before, number }));
    },
    submit: (form) => once(() => sendIt(form)),
  };
}
