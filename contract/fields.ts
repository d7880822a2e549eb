import { z } from 'zod';
import { plainNumber, plainSum } from './typed-number.ts';

/** How a value is asked for. A form draws one control per kind and knows nothing else of a field. */
export type Widget =
  | { kind: 'text'; max: number; inputMode?: 'text' | 'tel' | 'email' | 'decimal' }
  | { kind: 'textarea'; max: number; rows: number }
  | { kind: 'number'; unit: string }
  | { kind: 'money'; unit: string }
  | { kind: 'choices'; options: readonly Option[] }
  | { kind: 'select'; options: readonly Option[] }
  | { kind: 'moment' }
  | { kind: 'regions' }
  | { kind: 'location' }
  | { kind: 'images'; max: number }
  | { kind: 'documents'; max: number; accept: readonly string[] }
  | { kind: 'video' }
  | { kind: 'rows'; columns: readonly RowColumn[]; max: number };

export interface RowColumn {
  key: string;
  label: string;
  /** it says how much there is: nothing below zero */
  amount?: boolean;
}

export interface Option {
  value: string;
  label: string;
}

/**
 * A value that people enter: its label, the control that asks for it, and the schema that reads it from the wire's
 * strings, with the messages of specification §5. One such value serves the form and the call.
 */
export interface Field<Out = unknown> {
  readonly label: string;
  readonly required: boolean;
  readonly widget: Widget;
  readonly hint?: string;
  readonly schema: z.ZodType<Out>;
  /** a plausible value as the wire carries it, for examples, tests and openapi.json */
  readonly example: string;
}

export type Common = { label: string; hint?: string; example: string };

const length = (text: string) => [...text].length;
const blank = (value: unknown) => value === undefined || value === null || value === '';

/** What arrives for a scalar: a string; a number from a typed caller; of a repeated field, the last. */
const scalar = (value: unknown): unknown => {
  const one = Array.isArray(value) ? value.at(-1) : value;
  return typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : one;
};

/** A scalar that is a number, in plain digits. */
const figure = (value: unknown): unknown => {
  const one = scalar(value);
  return typeof one === 'string' ? plainNumber(one) : one;
};

/** What arrives for a list: one string with commas, one ticked box, or a repeated field (rulings §1). */
const list = (value: unknown): unknown => {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : blank(value) ? [] : value;
  return Array.isArray(items)
    ? items.map((item) => (typeof item === 'string' ? item.trim() : item)).filter((item) => item !== '')
    : items;
};

export function checked<Out>(
  read: (value: unknown) => unknown,
  parse: (value: unknown, fail: (message: string) => void) => Out,
) {
  return z
    .unknown()
    .optional()
    .transform((value, context): Out => {
      let failed = false;
      const out = parse(read(value), (message) => {
        if (!failed) context.addIssue({ code: 'custom', message });
        failed = true;
      });
      return failed ? z.NEVER : out;
    });
}

export interface TextRules {
  /** said when nothing was entered */
  required?: string;
  min?: [number, string];
  max: [number, string];
  pattern?: [RegExp, string];
}

/** One line or a paragraph of text, trimmed, counted in characters. Without `required`, absent gives ''. */
export function text(
  options: Common & TextRules & { rows?: number; inputMode?: 'text' | 'tel' | 'email' | 'decimal' },
): Field<string> {
  const { label, hint, example, required, min, max, pattern, rows, inputMode } = options;
  return {
    label,
    hint,
    example,
    required: required !== undefined,
    widget: rows ? { kind: 'textarea', max: max[0], rows } : { kind: 'text', max: max[0], inputMode },
    // What is entered as digits is kept as plain ones.
    schema: checked(inputMode === 'decimal' ? figure : scalar, (value, fail) => {
      if (blank(value)) {
        if (required !== undefined) fail(required);
        return '';
      }
      if (typeof value !== 'string') {
        fail(required ?? `${label}填写有误`);
        return '';
      }
      if (min && length(value) < min[0]) fail(min[1]);
      if (length(value) > max[0]) fail(max[1]);
      if (pattern && !pattern[0].test(value)) fail(pattern[1]);
      return value;
    }),
  };
}

/** A whole number. `negative` is said below zero, `above` over the largest. */
export function whole(
  options: Common & {
    required: string;
    negative: string;
    unit: string;
    min?: [number, string];
    max?: [number, string];
  },
): Field<number> {
  const {
    label,
    hint,
    example,
    required,
    negative,
    unit,
    min = [1, `${label}至少为1`],
    max = [9_999_999, `${label}过大`],
  } = options;
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'number', unit },
    schema: checked(figure, (value, fail) => {
      if (blank(value)) fail(required);
      else if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) fail(`${label}须为整数`);
      else if (Number(value) < 0) fail(negative);
      else if (Number(value) < min[0]) fail(min[1]);
      else if (Number(value) > max[0]) fail(max[1]);
      return Number(value);
    }),
  };
}

/** Largest sum of money that any field takes: 100 million yuan, in fen. */
export const largestSum = 10_000_000_000;

/** Yuan with up to two decimals on the wire, whole fen inside; never a float in between (rulings §1). */
export function money(
  options: Common & {
    required: string;
    negative: string;
    min?: [fen: number, message: string];
    max?: [fen: number, message: string];
  },
): Field<number> {
  const { label, hint, example, required, negative, min } = options;
  const [most, tooMuch] = options.max ?? [largestSum, `${label}不能超过1亿元`];
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'money', unit: '元' },
    schema: checked(scalar, (value, fail) => {
      if (blank(value)) {
        fail(required);
        return 0;
      }
      const fen = typeof value === 'string' ? yuanToFen(value) : undefined;
      // More digits than any sum has is a number nevertheless, only too large.
      if (fen === undefined && typeof value === 'string' && /^0*\d{13,30}(\.\d{1,2})?$/.test(plainSum(value)))
        fail(tooMuch);
      else if (fen === undefined) fail(`${label}须为数字，最多两位小数`);
      else if (fen < 0) fail(negative);
      else if (min && fen < min[0]) fail(min[1]);
      else if (fen > most) fail(tooMuch);
      return fen ?? 0;
    }),
  };
}

/** '12.5' → 1250, however it was typed; undefined for what is no sum of money. */
export function yuanToFen(yuan: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plainSum(yuan));
  if (!match) return undefined;
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && fen > 0 ? -fen : fen;
}

/** 1250 → '12.50' */
export function fenToYuan(fen: number): string {
  const whole = Math.abs(Math.trunc(fen));
  return `${fen < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

const named = (names: readonly string[]): Option[] => names.map((name) => ({ value: name, label: name }));

/** Several of a fixed set; the values are the Chinese names themselves. */
export function choices(options: Common & { required: string; of: readonly string[] }): Field<string[]> {
  const { label, hint, example, required, of } = options;
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'choices', options: named(of) },
    schema: checked(list, (value, fail) => {
      const items = Array.isArray(value) ? [...new Set(value)] : [];
      if (items.length === 0) fail(required);
      else if (!items.every((item) => of.includes(item as string))) fail(`${label}不在可选范围内`);
      return items as string[];
    }),
  };
}

/** One of a fixed set: names that are the values themselves, or values with their names. */
export function select<const V extends string>(
  options: Common & { required: string; of: readonly V[] | readonly (Option & { value: V })[] },
): Field<V> {
  const { label, hint, example, required, of } = options;
  const offered: readonly Option[] = of.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'select', options: offered },
    schema: checked(scalar, (value, fail) => {
      if (blank(value)) fail(required);
      else if (offered.every((one) => one.value !== value)) fail(`${label}不在可选范围内`);
      return value as V;
    }),
  };
}

/** A moment, seconds since 1970 on the wire. Whether it has passed is the caller's to say: schemas have no clock. */
export function moment(options: Common & { required: string }): Field<Date>;
/** Without `required`, absent gives null. */
export function moment(options: Common): Field<Date | null>;
export function moment(options: Common & { required?: string }): Field<Date | null> {
  const { label, hint, example, required } = options;
  return {
    label,
    hint,
    example,
    required: required !== undefined,
    widget: { kind: 'moment' },
    schema: checked(scalar, (value, fail) => {
      if (blank(value)) {
        if (required !== undefined) fail(required);
        return null;
      }
      if (typeof value !== 'string' || !/^\d{1,11}$/.test(value)) fail(`${label}格式有误`);
      return new Date(Number(value) * 1000);
    }),
  };
}

/** An address that an upload may have. */
export const storedFile = /^(?:\/|https?:\/\/)[^\s,"'<>]{1,500}$/;

function addresses(label: string, max: number, required: string | undefined, tooMany: string) {
  return checked(list, (value, fail) => {
    if (!Array.isArray(value)) fail('传入的不是数组');
    const items = Array.isArray(value) ? (value as string[]) : [];
    if (items.length === 0 && required !== undefined) fail(required);
    if (items.length > max) fail(tooMany);
    if (!items.every((item) => typeof item === 'string' && storedFile.test(item))) fail(`${label}地址有误`);
    return items;
  });
}

/** Addresses of uploaded pictures, comma-separated on the wire. */
export function images(options: Common & { required?: string; max: number }): Field<string[]> {
  const { label, hint, example, required, max } = options;
  return {
    label,
    hint,
    example,
    required: required !== undefined,
    widget: { kind: 'images', max },
    schema: addresses(label, max, required, `最多上传${max}张图片`),
  };
}

export const documentEndings = ['.xls', '.xlsx', '.doc', '.docx', '.pdf', '.zip', '.rar'] as const;

/** Addresses of uploaded documents, comma-separated on the wire. */
export function documents(options: Common & { required?: string; max: number }): Field<string[]> {
  const { label, hint, example, required, max } = options;
  return {
    label,
    hint,
    example,
    required: required !== undefined,
    widget: { kind: 'documents', max, accept: documentEndings },
    schema: addresses(label, max, required, `最多上传${max}个文件`),
  };
}

/** Address of one uploaded mp4. */
export function video(options: Common & { required: string }): Field<string> {
  const { label, hint, example, required } = options;
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'video' },
    schema: checked(scalar, (value, fail) => {
      if (blank(value)) fail(required);
      else if (typeof value !== 'string' || !storedFile.test(value)) fail(`${label}地址有误`);
      else if (!/\.mp4(?:\?|$)/i.test(value)) fail(`${label}只支持mp4格式`);
      return value as string;
    }),
  };
}

/** A pair of region codes, province and city, comma-separated on the wire. */
export function regions(options: Common & { required: string }): Field<string[]> {
  const { label, hint, example, required } = options;
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'regions' },
    schema: checked(list, (value, fail) => {
      const pair = Array.isArray(value) ? (value as string[]) : [];
      if (pair.length !== 2 || !pair.every((code) => typeof code === 'string' && /^\d{2,6}$/.test(code)))
        fail(required);
      return pair;
    }),
  };
}

/** The default point, GCJ-02 (specification §9). */
export const defaultPoint = { lat: 25.813252, lng: 114.922312 } as const;

/** Coordinate systems that a point may be told in: that of Chinese maps, and that of GPS receivers. */
export const datums = ['GCJ-02', 'WGS-84'] as const;
export type Datum = (typeof datums)[number];

/** A point on the map as `lat,lng`, or `lat,lng,datum` where it is not GCJ-02. */
export function location(options: Common & { required: string }): Field<{ lat: number; lng: number; datum: Datum }> {
  const { label, hint, example, required } = options;
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'location' },
    schema: checked(list, (value, fail) => {
      const parts: unknown[] = Array.isArray(value) ? value : [];
      const [lat, lng] = parts.slice(0, 2).map((part) => Number(typeof part === 'string' ? plainNumber(part) : part));
      const datum = datums.find((one) => one === (parts[2] ?? datums[0]));
      if (lat === undefined || lng === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) fail(required);
      else if (datum === undefined) fail('坐标系不在可选范围内');
      return { lat: lat ?? defaultPoint.lat, lng: lng ?? defaultPoint.lng, datum: datum ?? datums[0] };
    }),
  };
}

/** Page number and size of a list call; a page below 1 or a size out of bounds is refused, not bent. */
export function paging(pageSize: number, largest = 100) {
  const number = (label: string, fallback: number, max: number) =>
    checked(scalar, (value, fail) => {
      if (blank(value)) return fallback;
      if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > max)
        fail(`${label}须为1到${max}之间的整数`);
      return Number(value);
    });
  return { page: number('页码', 1, 999_999_999), pageSize: number('每页条数', pageSize, largest) };
}
