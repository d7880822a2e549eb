import type { CategoryKey } from '../../../../contract/categories.ts';
import type { CallParsed } from '../../../../contract/call.ts';
import { fenToYuan } from '../../../../contract/fields.ts';
import { operatorPresaleSave } from '../../../../contract/operator/presale.ts';
import { joinList, seconds } from '../../../../contract/wire.ts';
import type { PresaleProductRow } from '../tables.ts';

export type PresaleForm = Omit<CallParsed<typeof operatorPresaleSave>, 'id' | 'version' | 'publish'>;

/** What a product says of itself, as its columns have it. */
export type Said = Pick<
  PresaleProductRow,
  | 'category'
  | 'name'
  | 'company'
  | 'pictures'
  | 'description'
  | 'price_fen'
  | 'quantity'
  | 'unit'
  | 'starts_at'
  | 'ends_at'
>;

export const columnsOf = ({ price, starts, ends, ...form }: PresaleForm): Said => ({
  ...form,
  category: form.category as CategoryKey,
  price_fen: price,
  starts_at: starts,
  ends_at: ends,
});

export type Wire = Readonly<Record<string, string>>;

/** As a form holds it. */
export const wireOf = ({ price_fen, starts_at, ends_at, pictures, quantity, ...said }: Said): Wire => ({
  category: said.category,
  name: said.name,
  company: said.company,
  pictures: joinList(pictures),
  description: said.description,
  price: fenToYuan(price_fen),
  quantity: String(quantity),
  unit: said.unit,
  starts: starts_at ? String(seconds(starts_at)) : '',
  ends: String(seconds(ends_at)),
});

/** A product as it will be once its draft is published. */
export function withDraft(row: PresaleProductRow): PresaleProductRow {
  if (!row.draft) return row;
  const read = operatorPresaleSave.input.safeParse(row.draft);
  return read.success ? { ...row, ...columnsOf(read.data) } : row;
}
