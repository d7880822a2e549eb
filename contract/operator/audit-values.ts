import type { ContentKindKey } from '../content-kinds.ts';
import type { Field } from '../fields.ts';
import { splitList } from '../wire.ts';
import type { AuditKind } from './audit-kinds.ts';

/** What the record keeps of a field. */
export type AuditValue = string | number | boolean | null | readonly string[];

export interface IdPiece {
  readonly id: string;
  /** jobs and events go by names of the portal's own, which it has words for */
  readonly kind: AuditKind | 'card' | 'session' | 'job-name' | 'event';
  /** of a content: which it is one of */
  readonly shelf?: ContentKindKey;
}

/** A part of a sentence: words, or what a page draws in its own way. */
export type Piece =
  | string
  | IdPiece
  /** seconds since 1970 */
  | { readonly moment: number }
  | { readonly yuan: string }
  /** address of a picture */
  | { readonly picture: string };

/** How a field is called, and how what it holds is said. */
export interface AuditField {
  readonly label: string;
  readonly say: (value: AuditValue) => readonly Piece[];
}

/** Said of a form's field that nothing stands in. */
export const blank = '未填';

/** `none` and `empty`: what is said of null, and of an empty text. */
export const field = (
  label: string,
  say: (value: AuditValue) => Piece | readonly Piece[],
  { none = '无', empty = blank }: { none?: string; empty?: string } = {},
): AuditField => ({
  label,
  say: (value) => {
    if (value === null) return [none];
    if (value === '') return [empty];
    const said = say(value);
    return Array.isArray(said) ? (said as readonly Piece[]) : [said as Piece];
  },
});

const listOf = (value: AuditValue): readonly string[] => (Array.isArray(value) ? value : [String(value)]);

export const words = (label: string): AuditField => field(label, (value) => listOf(value).join('、') || '无');

export const count = (label: string, unit: string): AuditField => field(label, (value) => `${String(value)} ${unit}`);

export const yesNo = (label: string): AuditField => field(label, (value) => (value === true ? '是' : '否'));

/** By the words that the contract has for it, one or several; what it has none for is told as it is. */
export const named = (label: string, names: Readonly<Record<string, string>>, empty?: string): AuditField =>
  field(
    label,
    (value) =>
      listOf(value)
        .map((one) => names[one] ?? one)
        .join('、') || '无',
    { empty },
  );

export const yuan = (label: string): AuditField => field(label, (value) => ({ yuan: String(value) }));

export const moment = (label: string, none: string): AuditField =>
  field(label, (value) => ({ moment: Number(value) }), { none });

/** One id or several, of things of a kind. */
export const ids = (label: string, kind: IdPiece['kind']): AuditField =>
  field(label, (value) => {
    const of = listOf(value);
    return of.length === 0 ? '无' : of.map((id) => ({ id, kind }));
  });

/** Where several are told by their ids, and elsewhere only how many there are. */
export const idsOrCount = (label: string, kind: AuditKind, unit: string): AuditField => {
  const [some, many] = [ids(label, kind), count(label, unit)];
  return { label, say: (value) => (Array.isArray(value) ? some : many).say(value) };
};

/** A value as a form sends it, said by what the form asks for it with. */
export const asked = ({ label, widget }: Field): AuditField =>
  field(label, (value) => {
    const wire = listOf(value).join(',');
    switch (widget.kind) {
      case 'moment':
        return { moment: Number(wire) };
      case 'money':
        return { yuan: wire };
      case 'images':
        return splitList(wire).map((picture) => ({ picture }));
      case 'number':
        return `${wire} ${widget.unit}`;
      case 'select':
      case 'choices':
        return splitList(wire)
          .map((one) => widget.options.find((option) => option.value === one)?.label ?? one)
          .join('、');
      default:
        return wire;
    }
  });

/** Fields of a form, by their wire names. */
export const askedAll = <Name extends string>(fields: Readonly<Record<Name, Field>>): Record<Name, AuditField> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, one]) => [name, asked(one)])) as Record<
    Name,
    AuditField
  >;
