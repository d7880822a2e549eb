import type { CaseItem } from '../../../../contract/cases.ts';
import type { OwnCase } from '../../../../contract/own-cases.ts';
import { posterOf, type Stage, type StageField } from '../../../../contract/stages/stage.ts';
import { readImages } from '../../../../contract/wire.ts';
import type { FormValues } from '../../../ui/form/draft.ts';
import { emptyValue, emptyValues, type Row, wiredRows } from '../../../ui/form/form-values.ts';

/** Beside the stage's fields a form holds its category, and the state of the case that it began from. */
export const categoryKey = '#category';
export const versionKey = '#version';

export function emptyCase(stage: Stage, category: string): FormValues {
  return { ...emptyValues(stage.case), ...posters(stage, () => ''), [categoryKey]: category };
}

function posters(stage: Stage, valueOf: (field: StageField) => string): FormValues {
  return Object.fromEntries(
    stage.case
      .filter(({ widget }) => widget.kind === 'video')
      .map((field) => [posterOf(field.key), valueOf(field)] as const),
  );
}

function held(field: StageField, item: CaseItem): string | readonly string[] {
  const value = item[field.wire];
  switch (field.widget.kind) {
    case 'images':
      return readImages(value);
    case 'rows':
      return wiredRows((value as Row[] | undefined) ?? []);
    case 'location':
      return item['has_point'] === 1 ? `${String(item['lat'])},${String(item['lng'])},${String(item['datum'])}` : '';
    default:
      return value === undefined || value === null ? '' : String(value);
  }
}

/** One's own case as the form's controls hold it: a draft as it was typed, else what was last sent in. */
export function heldCase(stage: Stage, item: OwnCase): FormValues {
  const sent = {
    ...Object.fromEntries(stage.case.map((field) => [field.key, held(field, item)])),
    ...posters(stage, ({ wire }) => String(item[posterOf(wire)] ?? '')),
  };
  const typed =
    item.draft === 1
      ? { ...emptyCase(stage, item.category), ...fitting(stage, item.draft_values) }
      : (sent as FormValues);
  return { ...typed, [categoryKey]: item.category, [versionKey]: String(item.version) };
}

/** What was kept may be older than the form: a value of another shape than its control's is left out. */
function fitting(stage: Stage, values: FormValues): FormValues {
  const lists = new Set(stage.case.filter((field) => Array.isArray(emptyValue(field))).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => lists.has(key) === Array.isArray(value)));
}

/** Names of the fields in which two states of a form differ. */
export function differing(stage: Stage, one: FormValues, other: FormValues): string[] {
  const differs = (key: string) => JSON.stringify(one[key] ?? '') !== JSON.stringify(other[key] ?? '');
  return [
    ...(differs(categoryKey) ? ['类别'] : []),
    ...stage.case
      .filter(({ key, widget }) => differs(key) || (widget.kind === 'video' && differs(posterOf(key))))
      .map(({ label }) => label),
  ];
}
