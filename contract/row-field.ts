import { z } from 'zod';
import { checked, type Common, type Field, type RowColumn } from './fields.ts';

/** A word that begins with a number below zero, however its sign is written. */
const belowZero = /^[-−－‐]\s*[\d０-９]/;

// JSON can spell NUL out, which no form lets through and PostgreSQL does not store.
const cell = z.coerce
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^\0]*$/);

/** Rows of named texts, a JSON array on the wire. */
export function rows(
  options: Common & { required: string; columns: readonly RowColumn[]; max: number },
): Field<Record<string, string>[]> {
  const { label, hint, example, required, columns, max } = options;
  const row = z.object(Object.fromEntries(columns.map(({ key }) => [key, cell])));
  return {
    label,
    hint,
    example,
    required: true,
    widget: { kind: 'rows', columns, max },
    schema: checked(
      (value) => value,
      (value, fail) => {
        const raw = parsedJson(value);
        const parsed = z.array(row).min(1).max(max).safeParse(raw);
        if (!parsed.success) fail(Array.isArray(raw) && raw.length > max ? `${label}最多${max}行` : required);
        for (const [index, one] of (parsed.data ?? []).entries()) {
          const column = columns.find(({ key, amount }) => amount && belowZero.test(one[key] ?? ''));
          if (column) fail(`${label}第${index + 1}行的${column.label}不能为负`);
        }
        return parsed.data ?? [];
      },
    ),
  };
}

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
