import { invalid } from '../../../contract/errors.ts';
import { type Stage, posterOf } from '../../../contract/stages/stage.ts';
import type { Tx } from '../../db/transaction.ts';
import { markUsed } from '../uploads/use.ts';
import type { CaseRevisionRow, CaseRow } from './tables.ts';

/** What a case says: the part of it that a form writes and that a review is about. */
export type Content = Pick<CaseRow, 'category' | 'name' | 'pictures' | 'address' | 'lat' | 'lng' | 'datum' | 'details'>;

/** Fields that have a column of their own; the rest is kept among the details. */
const columnKeys: readonly string[] = ['name', 'pictures', 'address', 'location'];

/** A form's values, by wire name, as they are kept. */
export function contentOf(stage: Stage, input: Readonly<Record<string, unknown>>): Content {
  const values: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const { key, wire, widget } of stage.case) {
    values[key] = input[wire];
    if (columnKeys.includes(key)) continue;
    details[key] = input[wire];
    const poster = widget.kind === 'video' ? input[posterOf(wire)] : undefined;
    if (poster) details[posterOf(key)] = poster;
  }
  const point = values.location as { lat: number; lng: number; datum: string } | undefined;
  return {
    category: input.type as Content['category'],
    name: values.name as string,
    pictures: values.pictures as string[],
    address: (values.address as string | undefined) ?? null,
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    datum: point?.datum ?? 'GCJ-02',
    details,
  };
}

/** The content of a row that has more. */
export function contentIn(row: CaseRow | CaseRevisionRow): Content {
  const { category, name, pictures, address, lat, lng, datum, details } = row;
  return { category, name, pictures, address, lat, lng, datum, details };
}

/** As it is written: PostgreSQL takes JSON as text. */
export const columnsOf = ({ details, ...content }: Content) => ({ ...content, details: JSON.stringify(details) });

const uploadsIn = { images: 'image', documents: 'document', video: 'video' } as const;

/**
 * Says that the uploads of a form are in use now. `by` says which of a field's names its value stands under. Refuses what is
 * no upload of the right kind.
 */
export async function keepUploads(
  tx: Tx,
  stage: Stage,
  values: Readonly<Record<string, unknown>>,
  { by, now }: { by: 'wire' | 'key'; now: Date },
): Promise<void> {
  const listed = (value: unknown) => [value ?? []].flat().filter((one): one is string => Boolean(one));
  for (const field of stage.case) {
    const { wire, widget } = field;
    if (widget.kind !== 'images' && widget.kind !== 'documents' && widget.kind !== 'video') continue;
    // A draft is not parsed as a form is; it keeps no more than the form would let anyone choose.
    const upTo = (most: number, name: string) => {
      const urls = listed(values[name]);
      if (urls.length > most) throw invalid(wire, `${field.label}最多${most}个文件`);
      return urls;
    };
    const most = widget.kind === 'video' ? 1 : widget.max;
    await markUsed(tx, upTo(most, field[by]), { kind: uploadsIn[widget.kind], now, field: wire });
    if (widget.kind === 'video')
      await markUsed(tx, upTo(1, posterOf(field[by])), { kind: 'image', now, field: posterOf(wire) });
  }
}

/** Equal as stored: key order does not count, since jsonb does not keep it. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
