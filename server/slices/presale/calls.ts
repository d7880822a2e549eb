import { categories } from '../../../contract/categories.ts';
import { Refusal } from '../../../contract/errors.ts';
import {
  commentPresell,
  deleteJoinLog,
  getMyJoinLogList,
  getPresellCommentList,
  getPresellInfo,
  getPresellList,
  joinPresell,
  likePresell,
  unlikePresell,
  updateJoinLog,
} from '../../../contract/presale.ts';
import type { Context, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { writeComment } from '../reactions/comment.ts';
import { likedBy, setLike } from '../reactions/like.ts';
import { commenting, liking } from '../reactions/limits.ts';
import { listComments } from '../reactions/queries.ts';
import { cancelJoin, changeJoin, join } from './join.ts';
import { productForDesk } from './desk/queries.ts';
import { withDraft } from './desk/values.ts';
import {
  presentJoin,
  presentNewProductComment,
  presentProduct,
  presentProductComment,
  presentProductPage,
} from './present.ts';
import { joinOf, joinsOfUser, productsById, shelf, shownProduct, untilShelfChanges } from './queries.ts';
import { foundProduct, presaleSubject } from './subject.ts';
import type { PresaleProductRow } from './tables.ts';

/** A person books by hand; a program that takes pieces and gives them back to keep others out is stopped. */
const booking = { max: 30, per: 60 };

export const presaleCalls: AnyImplementation[] = [
  implement(getPresellList, async ({ presellType, page, size }, { db, now, caller, rendering }) => {
    const due = rendering && (await untilShelfChanges(db, now));
    if (due !== undefined) rendering?.lasts(due);
    const category = categories.find((one) => String(one.presellType) === presellType)?.key;
    const { rows, count } = await shelf(db, category, now, { page, pageSize: size });
    const liked = await likedBy(
      db,
      'presale',
      caller?.userId,
      rows.map((row) => row.id),
    );
    return {
      data: rows.map((row) => presentProduct(row, liked.has(row.id))),
      page: { count, page, pageSize: size },
    };
  }),
  implement(getPresellInfo, async ({ productId }, context) => {
    const row = await findProduct(productId, context);
    const { db, caller, now } = context;
    const [liked, own] = await Promise.all([
      likedBy(db, 'presale', caller?.userId, [row.id]),
      caller ? joinOf(db, row.id, caller.userId) : undefined,
    ]);
    return { data: presentProductPage(row, liked.has(row.id), own ? presentJoin(own, row, now) : null) };
  }),
  implement(
    joinPresell,
    async ({ productId, number, tel }, context) => {
      const { join: row, product } = await join(context, productId, { number, tel });
      return { data: presentJoin(row, product, context.now) };
    },
    { limit: booking },
  ),
  implement(
    updateJoinLog,
    async ({ id, number, tel }, context) => {
      const { join: row, product } = await changeJoin(context, id, { number, tel });
      return { data: presentJoin(row, product, context.now) };
    },
    { limit: booking },
  ),
  implement(
    deleteJoinLog,
    async ({ id }, context) => {
      const { product_id } = await cancelJoin(context, id);
      return { data: { id, productId: product_id } };
    },
    { limit: booking },
  ),
  implement(getMyJoinLogList, async ({ page, pageSize }, { db, caller, now }) => {
    const { rows, count } = await joinsOfUser(db, caller.userId, { page, pageSize });
    const products = await productsById(
      db,
      rows.map((row) => row.product_id),
    );
    const data = rows.flatMap((row) => {
      const product = products.get(row.product_id);
      return product ? [presentJoin(row, product, now)] : [];
    });
    return { data, page: { count, page, pageSize } };
  }),
  implement(getPresellCommentList, async ({ productId, page, pageSize }, context) => {
    const product = await findProduct(productId, context);
    const comments = await listComments(context.db, 'presale', productId, { page, pageSize });
    return { data: comments.map(presentProductComment), page: { count: product.comment_count, page, pageSize } };
  }),
  implement(
    commentPresell,
    async ({ productId, content }, context) => {
      const found = foundProduct(await findProduct(productId, context));
      return { data: presentNewProductComment(await writeComment(context, presaleSubject, found, content)) };
    },
    { limit: commenting },
  ),
  implement(
    likePresell,
    async ({ productId, thisUserLoveStatus }, context) => {
      const want = thisUserLoveStatus === undefined ? !(await likes(productId, context)) : thisUserLoveStatus === '2';
      return { data: await love(productId, want, context) };
    },
    { limit: liking },
  ),
  implement(unlikePresell, async ({ productId }, context) => ({ data: await love(productId, false, context) }), {
    limit: liking,
  }),
];

async function love(productId: string, want: boolean, context: SignedInContext) {
  const found = foundProduct(await findProduct(productId, context));
  const { status, count } = await setLike(context, presaleSubject, found, want);
  return { productId, thisUserLoveStatus: status, likeSum: count };
}

async function likes(productId: string, { db, caller }: SignedInContext): Promise<boolean> {
  return (await likedBy(db, 'presale', caller.userId, [productId])).has(productId);
}

async function findProduct(id: string, { db, rendering, now }: Context): Promise<PresaleProductRow> {
  const { preview } = rendering ?? {};
  const drafted = preview?.kind === 'presale' && preview.id === id ? await productForDesk(db, id) : undefined;
  const row = drafted ? withDraft(drafted) : await shownProduct(db, id);
  if (row && row.ends_at > now) rendering?.lasts(row.ends_at.getTime() - now.getTime());
  if (!row) throw new Refusal('not_found', '商品不存在或已下架');
  return row;
}
