import { z } from 'zod';

/** How lists and moments travel in answers (rulings §1). Forms are the business of `fields.ts`. */

/** A moment as whole seconds since 1970. */
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export const joinList = (items: readonly string[]): string => items.join(',');

/** The items of a comma-separated list; none of an empty one. */
export const splitList = (wire: string): string[] => wire.split(',').filter((item) => item !== '');

export const joinImages = (images: readonly string[]): string => JSON.stringify(images);

/** Reads an `img_list`. What cannot be read is an empty list, silently (feature C-09). */
export function readImages(wire: unknown): string[] {
  if (typeof wire !== 'string') return [];
  try {
    const parsed: unknown = JSON.parse(wire);
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string' && item !== '') : [];
  } catch {
    return [];
  }
}

const given = (value: unknown): string | undefined => {
  const one = Array.isArray(value) ? value.at(-1) : value;
  return one === undefined || one === null || one === '' ? undefined : String(one);
};

/** One of a fixed set of short words or numbers, as a call's argument; absent or empty gives the fallback. */
export function oneOf<const V extends string>(values: readonly V[], fallback: V, message: string) {
  return z.preprocess((value) => given(value) ?? fallback, z.enum(values, message)).prefault('');
}

/** The same where absent means any. */
export function anyOf<const V extends string>(values: readonly V[], message: string) {
  return z.preprocess(given, z.enum(values, message).optional()).prefault('');
}

const blankIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value);

/** What may be left out; forms send it empty. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankIsAbsent, schema.optional()).prefault('');

/** Of a form, made by the client once: the same form sent twice is one record. */
export const requestId = optional(z.string().regex(/^[\w-]{8,64}$/, 'requestId 有误'));

/** How many of a short list, at most 20. */
export function upTo(fallback: number) {
  const message = '条数须为1到20之间的整数';
  return z
    .preprocess(
      (value) => given(value) ?? fallback,
      z.coerce.number(message).int(message).min(1, message).max(20, message),
    )
    .prefault('');
}

/** A stage number where absent means all stages. */
export const oneOfStages = z
  .preprocess(
    given,
    z.coerce
      .number('环节编号须为整数')
      .int('环节编号须为整数')
      .min(1, '环节编号有误')
      .max(99, '环节编号有误')
      .optional(),
  )
  .prefault('');

/** The id of a record. */
export const recordId = (label: string) => z.uuid(`${label}格式有误`);

/** A day of Asia/Shanghai, `2026-11-22`. */
export const wireDay = (label: string) =>
  z
    .string()
    .regex(/^20\d{2}-\d{2}-\d{2}$/, `${label}格式有误，应为2026-11-22`)
    // Date takes the 30th of February for the 2nd of March.
    .refine((value) => {
      const time = Date.parse(`${value}T00:00:00Z`);
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
    }, `${label}不存在`);

/** For a filter by days, both included. */
export const daysInOrder = <Shape extends { from?: string | undefined; to?: string | undefined }>({
  from,
  to,
}: Shape) => from === undefined || to === undefined || from <= to;
export const daysInOrderMessage = { message: '结束日期不能早于开始日期', path: ['to'] };
