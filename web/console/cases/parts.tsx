import type { CaseItem, WireRow } from '../../../contract/cases.ts';
import { findCategory } from '../../../contract/categories.ts';
import { pictureAt, pictureFor } from '../../../contract/pictures.ts';
import { posterOf, type Stage, type StageField } from '../../../contract/stages/stage.ts';
import { readImages } from '../../../contract/wire.ts';
import { factsOf, placedFacts } from '../../features/cases/present.ts';
import type { EvidencePart } from '../ui/evidence.tsx';
import { SmallTable } from '../ui/sheet.tsx';

/** The names on the wire that a field's value has. */
function wiresOf({ wire, widget }: StageField): string[] {
  if (widget.kind === 'location') return ['lat', 'lng', 'datum'];
  return widget.kind === 'video' ? [wire, posterOf(wire)] : [wire];
}

const differ = (one: CaseItem, other: CaseItem, wires: readonly string[]): boolean =>
  wires.some((wire) => JSON.stringify(one[wire]) !== JSON.stringify(other[wire]));

/** Labels of what a change of a public case is about. */
export function changedLabels(stage: Stage, item: CaseItem, before: CaseItem): string[] {
  return [
    ...(item.category === before.category ? [] : ['类别']),
    ...stage.case.filter((field) => differ(item, before, wiresOf(field))).map(({ label }) => label),
  ];
}

/** What a case says, field by field as its stage's catalogue has them; a change of a public case names what it changes. */
export function caseParts(stage: Stage, item: CaseItem, before: CaseItem | null): EvidencePart[] {
  const changed = before ? changedLabels(stage, item, before) : [];
  const noted = (part: EvidencePart): EvidencePart => (changed.includes(part.label) ? { ...part, note: '已改' } : part);
  return [
    { key: 'category', label: '类别', text: `${findCategory(item.category)?.name ?? item.category}，${stage.name}` },
    ...stage.case.map((field) => ({ key: field.key, label: field.label, ...said(stage, item, field) })),
  ].map(noted);
}

function said(stage: Stage, item: CaseItem, field: StageField): Partial<EvidencePart> {
  const { key, wire, label, widget } = field;
  switch (widget.kind) {
    case 'images':
      return {
        shots: readImages(item[wire]).map((src, index) => ({
          key: src,
          src: largest(src),
          small: pictureFor(src) ? pictureAt(src, 320, 'webp') : src,
          alt: `${label} 第${index + 1}张`,
        })),
      };
    case 'video': {
      const src = String(item[wire] ?? '');
      return { films: src ? [{ src, poster: String(item[posterOf(wire)] ?? ''), alt: label }] : [] };
    }
    case 'location': {
      const { located, lat, lng, amap } = placedFacts(item, stage);
      if (!located) return { text: '没有标出位置' };
      return {
        text: (
          <a href={amap} target="_blank" rel="noreferrer">
            北纬 {lat.toFixed(5)}，东经 {lng.toFixed(5)}，在高德地图上看
          </a>
        ),
      };
    }
    case 'rows': {
      const rows = ((item[wire] as WireRow[] | undefined) ?? []).map((row, index) => ({ ...row, index }));
      const columns = widget.columns.map((column) => ({ title: column.label, dataIndex: column.key }));
      return {
        text: (
          <SmallTable
            label={label}
            rows={rows}
            columns={columns}
            rowKey={({ index }) => String(index)}
            empty="没有填写"
          />
        ),
      };
    }
    default: {
      // By another key, so that a name and an idea, which pages show apart, are told as what they are: text like any other.
      const [fact] = factsOf(item, { ...stage, case: [{ ...field, key: `${key}.` }] });
      return { text: fact?.text ?? '' };
    }
  }
}

/** Our own pictures come in sizes; one that is none of ours is as it is. */
const largest = (src: string): string => {
  const own = pictureFor(src);
  return own ? pictureAt(src, own.width, 'webp') : src;
};
