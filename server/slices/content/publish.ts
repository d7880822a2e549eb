import { type ContentKindKey, contentKinds, contentTags } from '../../../contract/content-kinds.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { ContentDeed } from '../../../contract/operator/content.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { needOrder, needSame, needVersion } from '../operators/versions.ts';
import { markUsed } from '../uploads/use.ts';
import { leadOf } from './lead.ts';
import { itemById, itemsOf, lockItem } from './queries.ts';
import { shelfTag } from './shelf.ts';
import type { ContentItemRow, WireValues } from './tables.ts';
import { checkValues, picturesIn, readValues, wireValues } from './values.ts';

/** More of one kind than this nobody looks through. */
const mostOfAKind = 300;

const missing = () => new Refusal('not_found', '没有这条内容，可能已被删除');

export interface SaveForm {
  id?: string;
  version?: number;
  place?: string;
  publish?: '1';
  /** the kind's fields, parsed */
  values: Readonly<Record<string, unknown>>;
}

/** Keeps a form as a draft, or publishes it. Gives the item's id. */
export async function saveContent(context: SignedInContext, kind: ContentKindKey, form: SaveForm): Promise<string> {
  const { now, live, caller, settings } = context;
  const publishing = form.publish === '1';
  checkValues(kind, form.values, { live, now, publishing });
  return inTransaction(context.db, async (tx) => {
    const row = form.id === undefined ? undefined : await lockItem(tx, form.id);
    if (form.id !== undefined && row?.kind !== kind) throw missing();
    if (row) await needVersion(tx, row, form.version);
    const place = row?.place ?? form.place ?? (contentKinds[kind].places[0]?.key as string);
    const kept = wireValues(kind, place, form.values);
    const values = kept.target ? { ...kept, target: leadOf(kept.target, settings) } : kept;
    await markUsed(tx, picturesIn(values), { kind: 'image', now, field: 'picture' });
    const said = publishing
      ? { draft: null, live: JSON.stringify(values), published_at: now }
      : { draft: row?.live && same(row.live, values) ? null : JSON.stringify(values) };
    const stamp = { updated_at: now, updated_by: caller.userId };
    const id = row?.id ?? newId(now);
    if (row)
      await tx
        .updateTable('content_items')
        .set({ ...said, ...stamp, version: row.version + 1 })
        .where('id', '=', id)
        .execute();
    else {
      const others = await itemsOf(tx, kind, place);
      if (others.length >= mostOfAKind) throw new Refusal('state_conflict', `这里最多${mostOfAKind}条，请先删除不用的`);
      const position = Math.max(-1, ...others.map((one) => one.position)) + 1;
      await tx
        .insertInto('content_items')
        .values({ id, kind, place, position, created_at: now, ...said, ...stamp })
        .execute();
    }
    await note(tx, context, { kind, id, deed: publishing ? 'published' : 'saved', before: row, after: values });
    if (publishing) changed(tx, context, kind);
    return id;
  });
}

/** One of the things that can be done to an item as it stands. */
export async function doContent(
  context: SignedInContext,
  { id, version, deed }: { id: string; version: number; deed: ContentDeed },
): Promise<void> {
  const { now, caller, live } = context;
  await inTransaction(context.db, async (tx) => {
    const row = await lockItem(tx, id);
    if (!row) throw missing();
    await needVersion(tx, row, version);
    const why = whyNot(row)[deed];
    if (why !== undefined) throw new Refusal('state_conflict', why);
    const { kind, draft } = row;
    if (deed === 'publish' && draft) checkValues(kind, readValues(kind, draft), { live, now, publishing: true });
    const written = (values: WireValues | null) => values && JSON.stringify(values);
    const change = {
      publish: { live: written(draft), draft: null, published_at: now },
      withdraw: { live: null, draft: written(draft ?? row.live) },
      discard: { draft: null },
      remove: { removed_at: now },
    }[deed];
    await tx
      .updateTable('content_items')
      .set({ ...change, version: row.version + 1, updated_at: now, updated_by: caller.userId })
      .where('id', '=', id)
      .execute();
    const after = deed === 'publish' ? draft : deed === 'discard' ? row.live : null;
    await note(tx, context, { kind, id, deed: past[deed], before: row, after: after ?? {} });
    if (deed === 'publish' || deed === 'withdraw') changed(tx, context, kind);
  });
}

const past = { publish: 'published', withdraw: 'withdrawn', discard: 'discarded', remove: 'removed' } as const;

/** Why each deed is not possible as it stands; undefined for what is. */
export function whyNot({
  draft,
  live,
}: Pick<ContentItemRow, 'draft' | 'live'>): Record<ContentDeed, string | undefined> {
  return {
    publish: draft ? undefined : '没有要发布的修改',
    withdraw: live ? undefined : '还没有发布，不用撤下',
    discard: draft && live ? undefined : draft ? '还没有发布过，可以直接删除' : '没有未发布的修改',
    remove: live ? '请先撤下再删除' : undefined,
  };
}

/** Puts what stands in one place into another order, unless somebody else has just done so. */
export async function orderContent(
  context: SignedInContext,
  { kind, place, before, after }: { kind: ContentKindKey; place: string; before: string[]; after: string[] },
): Promise<number> {
  needSame(before, after);
  return inTransaction(context.db, async (tx) => {
    await tx
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('place', '=', place)
      .orderBy('id')
      .forUpdate()
      .execute();
    const rows = await itemsOf(tx, kind, place);
    needOrder(
      before,
      rows.map(({ id }) => id),
    );
    for (const [position, id] of after.entries())
      await tx.updateTable('content_items').set({ position }).where('id', '=', id).execute();
    await audit(tx, context, {
      action: `${kind}.ordered`,
      subject: { kind: 'content-order', id: `${kind}/${place}` },
      before: { order: before },
      after: { order: after },
    });
    changed(tx, context, kind);
    return after.length;
  });
}

/** Once it is committed, every process forgets what it kept and every page that shows this kind is made anew. */
function changed(tx: Tx, { bus }: SignedInContext, kind: ContentKindKey): void {
  onCommit(tx, () => bus.publish({ tags: [shelfTag, contentTags[kind]] }));
}

async function note(
  tx: Tx,
  context: SignedInContext,
  {
    kind,
    id,
    deed,
    before,
    after,
  }: {
    kind: ContentKindKey;
    id: string;
    deed: 'saved' | (typeof past)[ContentDeed];
    before: ContentItemRow | undefined;
    after: WireValues;
  },
): Promise<void> {
  const was = before?.draft ?? before?.live ?? {};
  await audit(tx, context, {
    action: `${kind}.${deed}`,
    subject: { kind: 'content', id },
    before: was,
    after,
  });
}

export async function findItem(context: Pick<SignedInContext, 'db'>, id: string): Promise<ContentItemRow> {
  const row = await itemById(context.db, id);
  if (!row) throw missing();
  return row;
}

const same = (one: WireValues, other: WireValues): boolean =>
  Object.keys(other).every((name) => (one[name] ?? '') === other[name]);
