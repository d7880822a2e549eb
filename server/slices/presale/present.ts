import type { CallData } from '../../../contract/call.ts';
import { categories } from '../../../contract/categories.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import {
  type commentPresell,
  type getPresellCommentList,
  type getPresellInfo,
  type JoinLog,
  joinStates,
  type PresaleProduct,
} from '../../../contract/presale.ts';
import { likeStatus } from '../../../contract/statuses.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { Comment } from '../reactions/queries.ts';
import { joinStateOf } from './state.ts';
import type { PresaleJoinRow, PresaleProductRow } from './tables.ts';

export function presentProduct(row: PresaleProductRow, liked: boolean): PresaleProduct {
  return {
    id: row.id,
    name: row.name,
    thumbUrl: row.pictures[0] ?? '',
    presellType: categories.find((category) => category.key === row.category)?.presellType ?? 0,
    amount: row.quantity - row.joined,
    unit: row.unit,
    joined: row.joined,
    price: fenToYuan(row.price_fen),
    likeSum: row.like_count,
    evaluateSum: row.comment_count,
    thisUserLoveStatus: liked ? likeStatus.yes : likeStatus.no,
  };
}

export function presentProductPage(
  row: PresaleProductRow,
  liked: boolean,
  myJoin: JoinLog | null,
): CallData<typeof getPresellInfo> {
  return {
    ...presentProduct(row, liked),
    images: joinList(row.pictures),
    describe: row.description,
    company: row.company,
    endTime: seconds(row.ends_at),
    myJoin,
  };
}

/** For its owner's eyes alone: it carries their number or address. */
export function presentJoin(join: PresaleJoinRow, product: PresaleProductRow, now: Date): JoinLog {
  const state = joinStateOf(join, product, now);
  return {
    id: join.id,
    productId: product.id,
    name: product.name,
    thumbUrl: product.pictures[0] ?? '',
    company: product.company,
    unit: product.unit,
    price: fenToYuan(join.price_fen),
    total: fenToYuan(join.price_fen * join.number),
    number: join.number,
    tel: join.contact,
    amount: product.quantity - product.joined,
    endTime: seconds(product.ends_at),
    addTime: seconds(join.created_at),
    updateTime: seconds(join.updated_at),
    state,
    stateName: joinStates[state],
    note: join.settlement_note,
  };
}

export function presentProductComment({ row, author }: Comment): CallData<typeof getPresellCommentList>[number] {
  return {
    id: row.id,
    userId: row.user_id,
    nickName: author?.name ?? '',
    avatarUrl: author?.avatarUrl ?? '',
    content: row.content,
    addTime: seconds(row.created_at),
  };
}

export function presentNewProductComment(comment: Comment): CallData<typeof commentPresell> {
  return { ...presentProductComment(comment), status: comment.row.review_status };
}
