import { z } from 'zod';
import type { FieldMessages } from './errors.ts';

/** What every call answers with (specification §7). `count` and `pages` speak of the whole list, `page` starts at 1. */
export interface Envelope<Data = unknown> {
  error_code: number;
  error_msg: string;
  data: Data;
  count: number;
  page: number;
  pages: number;
  page_info: { page: number; page_size: number; pages: number; count: number };
}

/** Position in a list, as an implementation hands it to the dispatcher. */
export interface PageFacts {
  /** rows in the whole list */
  count: number;
  /** 1 for the first page */
  page: number;
  pageSize: number;
}

export function envelope<Data>(data: Data, facts?: PageFacts): Envelope<Data> {
  const { count, page, pageSize } = facts ?? { count: 0, page: 1, pageSize: 0 };
  const pages = pageSize > 0 ? Math.ceil(count / pageSize) : 0;
  return {
    error_code: 0,
    error_msg: '',
    data,
    count,
    page,
    pages,
    page_info: { page, page_size: pageSize, pages, count },
  };
}

export function refusalEnvelope(
  code: number,
  message: string,
  fields: FieldMessages,
): Envelope<{ fields?: FieldMessages }> {
  const data = Object.keys(fields).length > 0 ? { fields } : {};
  return { ...envelope(data), error_code: code, error_msg: message };
}

/** The envelope as documented in openapi.json. */
export const envelopeSchema = <T extends z.ZodType>(data: T) =>
  z.object({
    error_code: z.number().int(),
    error_msg: z.string(),
    data,
    count: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
    page_info: z.object({
      page: z.number().int(),
      page_size: z.number().int(),
      pages: z.number().int(),
      count: z.number().int(),
    }),
  });

type FormValue = string | number | boolean | null | undefined | readonly (string | number)[] | object;

/**
 * Flattens an input into form fields: lists are comma-separated, flags 1 or 0, empty optionals left out, and what has
 * a structure of its own travels as JSON (rulings §1).
 */
export function encodeForm(input: Readonly<Record<string, FormValue>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      const plain = value.every((item) => typeof item !== 'object');
      form.set(name, plain ? value.join(',') : JSON.stringify(value));
    } else if (typeof value === 'boolean') form.set(name, value ? '1' : '0');
    else if (typeof value === 'object') form.set(name, JSON.stringify(value));
    else form.set(name, String(value));
  }
  return form;
}

/** Broken percent-encoding or bytes that are no UTF-8, in the field named. */
export class BrokenForm extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`field ${field} is not valid UTF-8 form encoding`);
    this.field = field;
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** The fields of a form body or query string. A repeated field becomes a list. Throws {@link BrokenForm}. */
export function decodeForm(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  if (body === '') return fields;
  for (const part of body.split('&')) {
    if (part === '') continue;
    const cut = part.indexOf('=');
    const rawName = cut < 0 ? part : part.slice(0, cut);
    let name = rawName;
    let value: string;
    try {
      name = decode(rawName);
      value = cut < 0 ? '' : decode(part.slice(cut + 1));
    } catch {
      throw new BrokenForm(name);
    }
    if (value.includes('\0')) throw new BrokenForm(name);
    const key = name.endsWith('[]') ? name.slice(0, -2) : name;
    const before = fields[key];
    // In place: a form has room for a hundred thousand repetitions, and as many copies would take minutes.
    if (Array.isArray(before)) before.push(value);
    else fields[key] = before === undefined ? value : [before, value];
  }
  return fields;
}
