import { type CaseItem, pointOf } from '../../../contract/cases.ts';
import type { Widget } from '../../../contract/fields.ts';
import { inFigures } from '../../../contract/figures.ts';
import { pictureFor } from '../../../contract/pictures.ts';
import { posterOf, type Stage, wordOf } from '../../../contract/stages/stage.ts';
import { readImages } from '../../../contract/wire.ts';
import { yuan } from '../../ui/time.ts';
import type { CaseFacts, Fact } from './case-card.tsx';
import type { FactoryFacts } from './factory-card.tsx';
import { amapLink, toGcj02 } from './gcj.ts';
import type { PlacedCase } from './places.ts';

const shownApart = new Set(['name', 'idea', 'pictures']);

/**
 * A stage's own fields as label and words, walked from the catalogue: no page knows one by name. Kinds in `without` are shown
 * some other way.
 */
export function factsOf(item: CaseItem, stage: Stage, without: readonly Widget['kind'][] = []): Fact[] {
  return stage.case.flatMap(({ key, wire, label, widget }): Fact[] => {
    const value = item[wire];
    if (shownApart.has(key) || without.includes(widget.kind) || value === undefined || value === null || value === '')
      return [];
    switch (widget.kind) {
      case 'money':
        return [{ label, text: `${yuan(String(value))}${widget.unit === '元' ? '' : `（${widget.unit}）`}` }];
      case 'number':
        return [{ label, text: inFigures(String(value), widget.unit) }];
      case 'rows': {
        const rows = (value as Record<string, string>[]).map((row) =>
          widget.columns.map((column) => row[column.key] ?? '').join(' '),
        );
        return rows.length > 0 ? [{ label, text: rows.join('；') }] : [];
      }
      case 'images':
      case 'video':
      case 'location':
      case 'documents':
        return [];
      case 'text':
        return [{ label, text: widget.inputMode === 'decimal' ? inFigures(String(value)) : String(value) }];
      default:
        return [{ label, text: String(value) }];
    }
  });
}

/** Further pictures that a stage's cases carry, beside the list that all have. */
export function extraPictures(item: CaseItem, stage: Stage): { label: string; pictures: string[] }[] {
  return stage.case
    .filter(({ key, widget }) => widget.kind === 'images' && key !== 'pictures')
    .map(({ label, wire }) => ({ label, pictures: loadable(readImages(item[wire])) }))
    .filter(({ pictures }) => pictures.length > 0);
}

/** A unit in the label goes to the value. */
export function withUnit({ label, text }: Fact): Fact {
  const [, words = label, unit = ''] = /^(.+?)（(.+)）$/.exec(label) ?? [];
  return { label: words, text: unit ? `${text} ${unit}` : text };
}

/** The facts that tell most of a case, as the stage's catalogue entry has them. */
function headlineOf(item: CaseItem, stage: Stage): Fact[] {
  const { headline } = stage;
  const told = headline
    ? headline.flatMap((key) => stage.case.find((field) => field.key === key) ?? [])
    : stage.case.filter(({ key, widget }) => key !== 'address' && widget.kind !== 'rows' && key !== stage.gauge?.key);
  return factsOf(item, { ...stage, case: told })
    .filter(({ text }) => text !== item.shop.shop_name)
    .slice(0, headline?.length ?? 3)
    .map(withUnit);
}

/** Old records may hold anything: only what a browser can load. */
const loadable = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => pictureFor(address) || address.startsWith('/') || /^https?:/.test(address));

const picturesOf = (item: CaseItem): string[] => loadable(readImages(item.img_list));

/** A case as its card shows it. */
export function caseFacts(item: CaseItem, stage: Stage): CaseFacts {
  return {
    id: item.id,
    name: item.name,
    idea: typeof item.idea === 'string' ? item.idea : '',
    pictures: picturesOf(item),
    shop: item.shop.shop_name || item.real_name || item.company,
    shopId: item.shop.id,
    avatar: item.shop.avatar_url,
    certified: item.shop.certified,
    rate: item.appraisal_count > 0 ? item.praiseRute : undefined,
    likes: item.like,
    comments: item.comments,
    tags: item.tags,
    category: item.category,
    facts: headlineOf(item, stage),
  };
}

/** A case as a wide card shows it: with the stage's video and bar. */
export function factoryFacts(item: CaseItem, stage: Stage): FactoryFacts {
  const film = stage.case.find(({ widget }) => widget.kind === 'video');
  const video = film ? item[film.wire] : '';
  const [poster = ''] = loadable(film ? [String(item[posterOf(film.wire)] ?? '')] : []);
  const { gauge } = stage;
  const field = stage.case.find(({ key }) => key === gauge?.key);
  const value = field ? Number(item[field.wire]) : Number.NaN;
  return {
    ...caseFacts(item, stage),
    video: typeof video === 'string' && (video.startsWith('/') || /^https?:/.test(video)) ? video : '',
    poster,
    gauge:
      gauge && field && Number.isFinite(value) ? { label: field.label, value, word: wordOf(gauge, value) } : undefined,
  };
}

/** Rows of a list that a row of the map's list has room for. */
const stockShown = 3;

/** A case as a row beside the map shows it. */
export function placedFacts(item: CaseItem, stage: Stage): PlacedCase {
  const { id, name, pictures, shop, shopId, certified, rate, facts } = caseFacts(item, stage);
  const list = stage.case.find(({ widget }) => widget.kind === 'rows');
  const rows = (list ? (item[list.wire] as Record<string, string>[] | undefined) : undefined) ?? [];
  const columns = list?.widget.kind === 'rows' ? list.widget.columns : [];
  const address = stage.case.find(({ key }) => key === 'address');
  const located = item['has_point'] === 1;
  const point = toGcj02(pointOf({ lat: item['lat'], lng: item['lng'] }), String(item['datum'] ?? ''));
  return {
    id,
    name,
    picture: pictures[0] ?? '',
    shop,
    shopId,
    certified,
    rate,
    facts,
    stock:
      list && rows.length > 0
        ? {
            label: list.label,
            rows: rows.slice(0, stockShown).map((row) => columns.map(({ key }) => row[key] ?? '')),
            more: Math.max(0, rows.length - stockShown),
          }
        : undefined,
    address: address ? String(item[address.wire] ?? '') : '',
    ...point,
    located,
    amap: located ? amapLink(point, shop) : '',
  };
}
