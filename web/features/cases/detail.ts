import type { CaseItem, WireRow } from '../../../contract/cases.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { extraPictures, factoryFacts, factsOf, placedFacts, withUnit } from './present.ts';
import type { PlacedCase } from './places.ts';

export interface Table {
  label: string;
  columns: readonly { key: string; label: string }[];
  rows: readonly WireRow[];
}

/** What a case's page shows beside what its card does; each field as its widget asks, in the order of the catalogue. */
export interface CaseDetail {
  facts: readonly { label: string; text: string }[];
  tables: readonly Table[];
  film: { label: string; src: string; poster: string } | undefined;
  place: { label: string; at: PlacedCase } | undefined;
  /** further lists of pictures, beside the one that all stages have */
  extra: readonly { label: string; pictures: readonly string[] }[];
}

export function caseDetail(item: CaseItem, stage: Stage): CaseDetail {
  const labelOf = (kind: Stage['case'][number]['widget']['kind']) =>
    stage.case.find(({ widget }) => widget.kind === kind)?.label;
  const place = labelOf('location');
  const address = stage.case.find(({ key }) => key === 'address')?.label;
  const film = labelOf('video');
  const { video, poster } = factoryFacts(item, stage);
  return {
    // An address that has a place of its own is said there.
    facts: factsOf(item, stage, ['rows'])
      .filter(({ label }) => place === undefined || label !== address)
      .map(withUnit),
    tables: stage.case.flatMap(({ label, wire, widget }) => {
      if (widget.kind !== 'rows') return [];
      const rows = (item[wire] as WireRow[] | undefined) ?? [];
      return rows.length > 0 ? [{ label, columns: widget.columns, rows }] : [];
    }),
    film: film && video ? { label: film, src: video, poster } : undefined,
    place: place === undefined ? undefined : { label: place, at: placedFacts(item, stage) },
    extra: extraPictures(item, stage),
  };
}
