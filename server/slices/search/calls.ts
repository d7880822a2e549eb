import { Refusal, invalid } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { regionPath } from '../../../contract/regions.ts';
import { search, type SearchHit, searchKinds, searchMost, searchPerKind } from '../../../contract/search.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Context } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { Throttled } from '../../calls/limits.ts';
import { networkOf } from '../../calls/network.ts';
import { offsetOf } from '../../db/page.ts';
import { type PublicUser, publicUsers } from '../accounts/queries.ts';
import { type Phrase, phrasesOf, wantsOf, wordsOf } from './ask.ts';
import { kindNumbers, type SearchKind } from './entry.ts';
import {
  type Asked,
  findPlaces,
  type FoundEntry,
  type FoundKind,
  heads,
  placesFor,
  ranked,
  stretchOf,
} from './find.ts';
import { excerpt, marked } from './marked.ts';
import type { Simplify } from './text.ts';
import type { Language } from './words.ts';

/** Typing and paging fast stays below it; a program that reads everything out does not. */
const searching = { max: 120, per: 60 };

const allKinds = searchKinds.map(({ key }) => key);

/** @param speak the language as it is now, with the operators' synonyms */
export const searchCalls = (speak: () => Promise<Language>): AnyImplementation[] => [
  implement(search, async ({ q, kind, stage, category, region, page, pageSize }, context) => {
    await admit(context);
    if (stage !== undefined && !context.stages.some(({ key }) => key === stage))
      throw invalid('stage', '环节不在可选范围内');
    const filters = [
      ...(stage === undefined ? [] : [`stage=${stage}`]),
      ...(category === undefined ? [] : [`category=${category}`]),
      ...(region === undefined ? [] : [`${region.length === 2 ? 'province' : 'city'}=${region}`]),
    ];
    const offset = kind === undefined ? 0 : offsetOf({ page, pageSize });
    if (offset >= searchMost && page > 1)
      throw new Refusal('invalid_input', `最多看到第${Math.ceil(searchMost / pageSize)}页，换个更准确的词试试`, {
        page: '页码过大',
      });
    const limit = kind === undefined ? searchPerKind : Math.min(pageSize, searchMost - offset);

    const language = await speak();
    const stageNames = context.stages.map(({ name }) => name);
    const known = await heads(context.db);
    const upto = placesFor(offset);
    for (const want of wantsOf(wordsOf(q, language, stageNames))) {
      const asked: Asked = { want, kinds: allKinds, filters };
      const found = await findPlaces(context.db, known, asked, upto);
      // A provider who has made both a cot and a desk is no answer to who looks for a case of both.
      const answers = found.filter((one) => one.kind !== 'shop' || kind === undefined || kind === 'shop');
      if (answers.every(({ count }) => count === 0)) continue;
      const shown = kind === undefined ? found : found.filter((one) => one.kind === kind);
      const rows = await ranked(
        context.db,
        want,
        shown.map((one) => stretchOf(one, offset, limit)),
      );
      const phrases = phrasesOf(want);
      const people = await publicUsers(
        context.db,
        rows.flatMap(({ card }) => card.userId ?? []),
      );
      const hits = rows.map((row) => present(row, people, phrases, language.simplify));
      const count = shown.reduce((sum, one) => sum + reachable(one), 0);
      return { data: { loose: want.loose, counts: countsOf(found), hits }, page: { count, page, pageSize } };
    }
    const none = allKinds.map((one) => ({ kind: one, count: 0, more: false }));
    return { data: { loose: false, counts: none, hits: [] }, page: { count: 0, page, pageSize } };
  }),
];

const reachable = ({ count }: FoundKind): number => Math.min(count, searchMost);

const countsOf = (found: readonly FoundKind[]) =>
  found.map((one) => ({ kind: one.kind, count: reachable(one), more: one.count > searchMost }));

/** The page of a search counts as the search it is: for whoever had it rendered. */
async function admit({ address, limits, now }: Context): Promise<void> {
  const wait = await limits.take(`search:${networkOf(address)}`, searching, now);
  if (wait > 0) throw new Throttled(wait);
}

const kindOf = (number: number): SearchKind => allKinds.find((kind) => kindNumbers[kind] === number) as SearchKind;

function present(
  row: FoundEntry,
  people: ReadonlyMap<string, PublicUser>,
  phrases: readonly Phrase[],
  simplify: Simplify,
): SearchHit {
  const {
    nid,
    picture = '',
    userId = '',
    who = people.get(userId)?.name ?? '',
    certified = false,
    budgetFen,
    endsAt = 0,
  } = row.card;
  return {
    kind: kindOf(row.kind),
    id: nid ?? row.record_id,
    name: marked(row.title, phrases, simplify),
    excerpt: excerpt(row.body, phrases, simplify),
    stages: row.stage_keys,
    category: row.category ?? '',
    region: regionPath([row.province_code ?? '', row.city_code ?? '']),
    picture,
    who,
    certified,
    budget: budgetFen === undefined ? '' : fenToYuan(budgetFen),
    issueEndTime: endsAt,
    saveTime: seconds(row.published_at),
  };
}
