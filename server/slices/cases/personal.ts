import { findCategory } from '../../../contract/categories.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { shopCaseStatusNames } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Leaf } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { contentIn } from './content.ts';
import { everyCase } from './own/queries.ts';
import { stand } from './stand.ts';
import type { CaseRevisionRow, CaseRow, HeldValues } from './tables.ts';

/** Every case of a shop, as it stands: what is public or was last sent in, the change that is under way, and what is a draft. */
export async function caseLeaf({ db, stages }: Pick<Services, 'db' | 'stages'>, shopId: string): Promise<Leaf> {
  const json = (await everyCase(db, shopId)).map(({ row, revision }) => {
    const stage = stages.find(({ key }) => key === row.stage_key);
    return {
      环节: stage?.name ?? row.stage_key,
      ...said(stage, row),
      状态: row.removed_at ? '已下架' : statusOf(row),
      审核意见: row.review_reason ?? '',
      ...(row.draft && { 草稿: drafted(stage, row.draft) }),
      ...(revision && {
        修改: {
          ...said(stage, revision),
          状态: statusOf(revision),
          审核意见: revision.review_reason ?? '',
          ...(revision.draft && { 草稿: drafted(stage, revision.draft) }),
          提交时间: revision.submitted_at ? timeOf(revision.submitted_at) : '',
          修改时间: timeOf(revision.updated_at),
        },
      }),
      喜欢数: row.like_count,
      创建时间: timeOf(row.created_at),
      提交时间: row.submitted_at ? timeOf(row.submitted_at) : '',
      修改时间: timeOf(row.updated_at),
    };
  });
  return { path: '店铺/案例.json', about: '全部案例，包括草稿、审核中的修改和已下架的', content: { json } };
}

const statusOf = ({ draft, review_status }: CaseRow | CaseRevisionRow) =>
  draft === null ? shopCaseStatusNames[review_status] : '草稿';

/** A case's content under the names that its form has for it. */
function said(stage: Stage | undefined, row: CaseRow | CaseRevisionRow) {
  const { category, name, address, pictures, lat, lng, datum, details } = contentIn(row);
  const asked = stage?.case.filter(({ key }) => key in details) ?? [];
  return {
    类别: findCategory(category)?.name ?? category,
    名称: name,
    ...Object.fromEntries(asked.map(({ key, label }) => [label, details[key]])),
    地址: address ?? '',
    位置: lat === null || lng === null ? '' : { 纬度: lat, 经度: lng, 坐标系: datum },
    图片: pictures,
  };
}

const drafted = (stage: Stage | undefined, values: HeldValues) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [stage?.case.find((field) => field.key === key)?.label ?? key, value]),
  );

/** Takes every case of a shop down, at a moment by which they are known again. */
export async function takeCasesDown(tx: Tx, services: Services, shopId: string, askedAt: Date): Promise<void> {
  const rows = await tx
    .selectFrom('cases')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) await stand(tx, services, row, { removed_at: askedAt });
}

/** Those that were taken down at that moment, as they stood. */
export async function bringCasesBack(
  tx: Tx,
  services: Services,
  shopId: string,
  { askedAt, now }: { askedAt: Date; now: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('cases')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('removed_at', '=', askedAt)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) await stand(tx, services, row, { removed_at: null, updated_at: now });
}
