import { type Certification, type CertificationItem, isFiles, regionKey } from '../../../contract/certification.ts';
import { splitList } from '../../../contract/wire.ts';
import type { FormValues } from '../../ui/form/draft.ts';

/** The items of a form as the call carries them. */
export function toWire(
  items: readonly CertificationItem[],
  values: FormValues,
): Record<string, string | readonly string[]> {
  const wire: Record<string, string | readonly string[]> = {};
  for (const { key, wire: name } of items) {
    if (key === regionKey) [wire['provice'] = '', wire['city'] = ''] = values[key] ?? [];
    else wire[name] = values[key] ?? '';
  }
  return wire;
}

/** What is chosen before anybody chose. */
export const defaultsOf = (items: readonly CertificationItem[]): FormValues =>
  Object.fromEntries(
    items.filter(({ widget }) => widget.kind === 'select').map(({ key, schema }) => [key, String(schema.parse(''))]),
  );

/**
 * The form's values of what was handed in and refused, so that a slip of the pen is mended and not written anew. Files are not
 * among them: a refused picture is to be another one.
 */
export const handedIn = (items: readonly CertificationItem[], handed: Certification): FormValues =>
  Object.fromEntries(
    items
      .filter((item) => !isFiles(item))
      .map(({ key, wire }): [string, string | string[]] => [
        key,
        key === regionKey
          ? [handed.provice, handed.city].filter(Boolean)
          : String(handed[wire as keyof Certification] ?? ''),
      ]),
  );

/** What a person reads of one item that was handed in; '' for files. */
export function wordsOf(item: CertificationItem, handed: Certification): string {
  if (isFiles(item)) return '';
  if (item.key === regionKey) return [handed.region, handed.address_detail].filter(Boolean).join(' ');
  return item.key === 'type' ? handed.typeName : String(handed[item.wire as keyof Certification] ?? '');
}

export const filesOf = (item: CertificationItem, handed: Certification): string[] =>
  isFiles(item) ? splitList(String(handed[item.wire as keyof Certification] ?? '')) : [];

/** Every file of these items. */
export const allFiles = (items: readonly CertificationItem[], handed: Certification): string[] =>
  items.flatMap((item) => filesOf(item, handed));
