import type { z } from 'zod';
import type {
  CaseItem,
  CaseShop,
  getCaseCommentList,
  getCaseFavourable,
  postCaseComment,
} from '../../../contract/cases.ts';
import { defaultPoint } from '../../../contract/fields.ts';
import { regionPath } from '../../../contract/regions.ts';
import { posterOf, type Stage, type StageField } from '../../../contract/stages/stage.ts';
import { likeStatus } from '../../../contract/statuses.ts';
import { joinImages, seconds } from '../../../contract/wire.ts';
import type { Comment } from '../reactions/queries.ts';
import type { ShopCard } from '../shop/queries.ts';
import type { CaseRow } from './tables.ts';

/** Of a case nobody has appraised (specification §9). */
const defaultPraiseRate = 100;

const praiseRate = (row: CaseRow) =>
  row.appraisal_count === 0 ? defaultPraiseRate : Math.round((row.praise_count / row.appraisal_count) * 100);

/** Most given first. */
const labelsOf = (row: CaseRow) =>
  Object.entries(row.labels)
    .toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b, 'zh'))
    .map(([label_name, count]) => ({ label_name, count }));

export function presentShop(shop: ShopCard): CaseShop {
  return {
    id: shop.id,
    user_id: shop.userId,
    shop_name: shop.name,
    introduction: shop.introduction,
    region: regionPath([shop.provinceCode ?? '', shop.cityCode ?? '']),
    avatar_url: shop.avatarUrl,
    certified: shop.certified,
    score: shop.score,
    deal_num: shop.dealCount,
    favourable: shop.favourable,
  };
}

/** Feature C-09: without a point it stands at the default one, and is told apart by `has_point`. */
function point({ lat, lng, datum }: CaseRow) {
  return lat === null || lng === null
    ? { ...defaultPoint, datum: 'GCJ-02', has_point: 0 }
    : { lat, lng, datum, has_point: 1 };
}

/** A value of the stage's own, as the field's kind travels. */
function own(field: StageField, row: CaseRow): Record<string, unknown> {
  if (field.widget.kind === 'location') return point(row);
  const value = field.key === 'address' ? row.address : row.details[field.key];
  switch (field.widget.kind) {
    case 'images':
      return { [field.wire]: joinImages((value as string[] | undefined) ?? []) };
    case 'rows':
      return { [field.wire]: value ?? [] };
    case 'number':
      return { [field.wire]: value ?? 0 };
    case 'video':
      return { [field.wire]: value ?? '', [posterOf(field.wire)]: row.details[posterOf(field.key)] ?? '' };
    default:
      return { [field.wire]: value ?? '' };
  }
}

export function presentCase(stage: Stage, row: CaseRow, shop: ShopCard): CaseItem {
  const fields = Object.assign({}, ...stage.case.map((field) => own(field, row))) as Record<string, unknown>;
  return {
    real_name: shop.name,
    company: shop.name,
    ...fields,
    id: row.id,
    type: stage.number,
    category: row.category,
    name: row.name,
    img_list: joinImages(row.pictures),
    is_recom: row.recommended ? 1 : 0,
    praiseRute: praiseRate(row),
    appraisal_count: row.appraisal_count,
    like: row.like_count,
    comments: row.comment_count,
    tags: labelsOf(row).map((label) => label.label_name),
    create_time: seconds(row.created_at),
    shop: presentShop(shop),
  } as CaseItem;
}

export function presentFavourable(
  row: CaseRow,
  { liked, own }: { liked: boolean; own: boolean },
): z.output<(typeof getCaseFavourable)['output']> {
  return {
    like_count: row.like_count,
    like_rate: praiseRate(row),
    label_list: labelsOf(row),
    like_status: liked ? likeStatus.yes : likeStatus.no,
    is_own: own,
    appraisal_count: row.appraisal_count,
  };
}

export function presentCaseComment({ row, author }: Comment): z.output<typeof getCaseCommentList.output>[number] {
  return {
    id: row.id,
    user_id: row.user_id,
    nick_name: author?.name ?? '',
    avatar_url: author?.avatarUrl ?? '',
    content: row.content,
    create_time: seconds(row.created_at),
  };
}

export function presentNewCaseComment(comment: Comment): z.output<typeof postCaseComment.output> {
  return { ...presentCaseComment(comment), status: comment.row.review_status };
}
