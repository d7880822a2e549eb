import { deedName } from '../../../contract/operator/audit-names.ts';
import {
  type ContentInfo,
  type ContentRevision,
  type ContentRow,
  type ContentState,
  contentStates,
} from '../../../contract/operator/content.ts';
import { Refusal } from '../../../contract/errors.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { auditOf } from '../audit/queries.ts';
import { operatorNames } from '../operators/versions.ts';
import { itemsOf, titleOf } from './queries.ts';
import { hasRoom, type Item, showsAt } from './shelf.ts';
import type { ContentItemRow, WireValues } from './tables.ts';
import { readValues } from './values.ts';

/** As many deeds as anybody looks back on. */
const mostDeeds = 50;

const liveItem = (row: ContentItemRow): Item | undefined =>
  row.live ? { ...row, values: readValues(row.kind, row.live) as Item['values'] } : undefined;

/** Rows of one kind, in their order, those that were taken off last. */
export async function presentRows(
  { db, now }: Pick<SignedInContext, 'db' | 'now'>,
  rows: readonly ContentItemRow[],
): Promise<ContentRow[]> {
  const nameOf = await operatorNames(
    db,
    rows.map(({ updated_by }) => updated_by),
  );
  const items = rows.flatMap((row) => liveItem(row) ?? []);
  const due = items.filter(({ values }) => showsAt(values, now));
  return rows.map((row) => {
    const state = stateOf(row, items, due, now);
    const said = row.live ?? row.draft ?? {};
    const shown = row.draft ?? row.live ?? {};
    return {
      id: row.id,
      kind: row.kind,
      place: row.place,
      state,
      stateName: contentStates[state],
      changed: row.live !== null && row.draft !== null,
      title: titleOf(row),
      picture: shown.picture ?? '',
      from: Number(said.from || 0),
      until: Number(said.until || 0),
      version: row.version,
      updateTime: seconds(row.updated_at),
      updatedBy: nameOf(row.updated_by),
    };
  });
}

function stateOf(row: ContentItemRow, items: readonly Item[], due: readonly Item[], now: Date): ContentState {
  const item = items.find(({ id }) => id === row.id);
  if (!item) return row.published_at === null ? 'draft' : 'withdrawn';
  const { from, until } = item.values;
  if (until && until <= now) return 'over';
  if (from && from > now) return 'waiting';
  const neighbours = due.filter(({ place }) => place === item.place);
  return hasRoom(item, neighbours) ? 'shown' : 'queued';
}

/** One item as it stands among those beside it: whether it shows depends on them. */
export async function presentItem(context: SignedInContext, row: ContentItemRow): Promise<ContentRow> {
  const beside = await itemsOf(context.db, row.kind, row.place);
  const item = (await presentRows(context, beside)).find(({ id }) => id === row.id);
  if (!item) throw new Refusal('not_found', '内容不存在或已被删除');
  return item;
}

/** One item with what was done to it. */
export async function presentInfo(context: SignedInContext, row: ContentItemRow): Promise<ContentInfo> {
  return {
    ...(await presentItem(context, row)),
    values: row.draft ?? row.live ?? {},
    live: row.live,
    history: await historyOf(context, row.id),
  };
}

async function historyOf({ db }: SignedInContext, id: string): Promise<ContentRevision[]> {
  const trail = await auditOf(db, [{ kind: 'content', id }], mostDeeds);
  const nameOf = await operatorNames(
    db,
    trail.map(({ actor_id }) => actor_id),
  );
  return trail.map(({ at, actor_id, action, after }) => {
    const deed = action.slice(action.indexOf('.') + 1);
    return {
      time: seconds(at),
      by: nameOf(actor_id),
      deed,
      deedName: deedName(action) ?? deed,
      values: after as unknown as WireValues as Record<string, string>,
    };
  });
}
