import { findCategory } from '../../../contract/categories.ts';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage, StageField } from '../../../contract/stages/stage.ts';

/** What a record's own fields say in words, walked from the catalogue; pictures, files, prices and points say nothing. */
export function sayingOf(fields: readonly StageField[], values: Readonly<Record<string, unknown>>): string {
  return fields
    .map(({ key, widget }) => {
      const value = values[key];
      switch (widget.kind) {
        case 'text':
        case 'textarea':
        case 'select':
          // A bare number is a price.
          return typeof value === 'string' && !/^[\d.]*$/.test(value) ? value : '';
        case 'choices':
          return Array.isArray(value) ? value.join('、') : '';
        case 'regions':
          return Array.isArray(value) ? regionPath(value as string[]) : '';
        case 'rows':
          return Array.isArray(value) ? value.map((row: object) => Object.values(row).join(' ')).join('；') : '';
        default:
          return '';
      }
    })
    .filter((said) => said !== '')
    .join('；');
}

/** Stage and category in words: people look for 母婴 打样 as for anything else. */
export const sortsOf = (stages: readonly Stage[], keys: readonly string[], category: string | null): string =>
  [
    ...stages.filter(({ key }) => keys.includes(key)).map(({ name }) => name),
    findCategory(category ?? '')?.name ?? '',
  ].join(' ');
