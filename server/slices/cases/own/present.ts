import type { WaitingCase } from '../../../../contract/operator/cases.ts';
import type { OwnCase, OwnCaseListItem } from '../../../../contract/own-cases.ts';
import { storedFile } from '../../../../contract/fields.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { shopCaseStatusNames } from '../../../../contract/statuses.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { ShopCard } from '../../shop/queries.ts';
import { presentCase } from '../present.ts';
import type { HeldValues } from '../tables.ts';
import { type Kept, type OwnStanding, standingOf } from './standing.ts';

const heldText = (value: HeldValues[string] | undefined) => (typeof value === 'string' ? value.trim() : '');
const heldPictures = (value: HeldValues[string] | undefined) =>
  Array.isArray(value) ? (value as string[]).filter((url) => storedFile.test(url)) : [];

/** A draft is known by what its form held, as far as that says anything. */
export function shownRow({ row, draft }: OwnStanding): OwnStanding['row'] {
  if (draft === null) return row;
  const pictures = heldPictures(draft.pictures);
  return { ...row, name: heldText(draft.name) || row.name, pictures: pictures.length > 0 ? pictures : row.pictures };
}

/** A case as its keeper sees it: as it was last saved, and where that stands. */
export function presentOwnCase(stage: Stage, kept: Kept, shop: ShopCard): OwnCase & OwnCaseListItem {
  const standing = standingOf(kept);
  const { status, reason, draft, isPublic, updatedAt, submittedAt } = standing;
  return {
    ...presentCase(stage, shownRow(standing), shop),
    status,
    statusName: shopCaseStatusNames[status],
    reason,
    draft: draft === null ? 0 : 1,
    is_public: isPublic ? 1 : 0,
    version: kept.row.version,
    update_time: seconds(updatedAt),
    submit_time: submittedAt === null ? 0 : seconds(submittedAt),
    draft_values: mutable(draft ?? {}),
  };
}

const mutable = (values: HeldValues): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
  );

export function presentWaiting(stage: Stage, kept: Kept, shop: ShopCard): WaitingCase {
  const { row, submittedAt, isPublic } = standingOf(kept);
  return {
    id: row.id,
    type: stage.number,
    category: row.category,
    name: row.name,
    picture: row.pictures[0] ?? '',
    shop_name: shop.name,
    certified: shop.certified,
    revision: isPublic,
    submit_time: submittedAt === null ? 0 : seconds(submittedAt),
  };
}
