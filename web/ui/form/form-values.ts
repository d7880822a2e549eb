import type { Field } from '../../../contract/fields.ts';
import type { StageField } from '../../../contract/stages/stage.ts';
import { splitList } from '../../../contract/wire.ts';
import type { FormValues } from './draft.ts';
import { fromLocal, toLocal } from './moment-control.tsx';

const lists: readonly string[] = ['choices', 'regions', 'images', 'documents'];

export function emptyValue(field: Pick<Field, 'widget'>): string | readonly string[] {
  return lists.includes(field.widget.kind) ? [] : '';
}

export function emptyValues(fields: readonly StageField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, emptyValue(field)]));
}

export type Row = Readonly<Record<string, string>>;

/** Rows as a form holds them: as JSON, finished or not. */
export function readRows(value: string): Row[] {
  try {
    const rows: unknown = JSON.parse(value);
    return Array.isArray(rows) ? (rows as Row[]) : [];
  } catch {
    return [];
  }
}

export const wiredRows = (rows: readonly Row[]): string => (rows.length === 0 ? '' : JSON.stringify(rows));

export function isEmpty(value: string | readonly string[] | undefined): boolean {
  return value === undefined || value.length === 0;
}

function onWire(field: StageField, value: string | readonly string[] | undefined): string | readonly string[] {
  if (value === undefined) return '';
  if (field.widget.kind === 'moment' && typeof value === 'string' && value !== '')
    return String(fromLocal(value) / 1000);
  // A row that nobody filled in is none.
  if (field.widget.kind === 'rows' && typeof value === 'string')
    return wiredRows(readRows(value).filter((row) => Object.values(row).some((cell) => cell.trim() !== '')));
  return value;
}

/** The form as its call takes it. */
export function wireValues(
  fields: readonly StageField[],
  values: FormValues,
): Record<string, string | readonly string[]> {
  return Object.fromEntries(fields.map((field) => [field.wire, onWire(field, values[field.key])]));
}

/**
 * The first message of a field, from the same schema that the server reads the call with. A moment that has passed is
 * refused in the words that the server would use, unless it stands like that already.
 */
export function errorOf(
  field: StageField,
  value: string | readonly string[] | undefined,
  standing?: string | readonly string[],
  now = Date.now(),
): string | undefined {
  const parsed = field.schema.safeParse(onWire(field, value));
  if (!parsed.success) return parsed.error.issues[0]?.message;
  if (parsed.data instanceof Date && parsed.data.getTime() <= now && value !== standing) return pastMoment(field);
  return undefined;
}

export function pastMoment(field: Pick<Field, 'label'>): string {
  return `${field.label}不能早于现在`;
}

/** Messages by the field's inner key; empty when all is well. `standing` is what the server has already. */
export function errorsOf(
  fields: readonly StageField[],
  values: FormValues,
  standing: FormValues = {},
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of fields) {
    const message = errorOf(field, values[field.key], standing[field.key]);
    if (message !== undefined) found[field.key] = message;
  }
  return found;
}

/** What a demand's answer says, as the form's controls hold it. */
export function heldValues(fields: readonly StageField[], demand: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      // Pictures are posted under one name and answered under another (specification §3).
      const value = demand[field.widget.kind === 'images' ? `${field.wire}s` : field.wire];
      const text = value === undefined || value === null ? '' : String(value);
      if (lists.includes(field.widget.kind)) return [field.key, splitList(text)];
      return [field.key, field.widget.kind === 'moment' && text !== '' ? toLocal(Number(text) * 1000) : text];
    }),
  );
}

/** A server's refusal, which names fields as the wire does, by inner key. Names that the form has not are left out. */
export function refusedFields(
  fields: readonly StageField[],
  messages: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of fields) {
    const message = messages[field.wire];
    if (message !== undefined) found[field.key] = message;
  }
  return found;
}
