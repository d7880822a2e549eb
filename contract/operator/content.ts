import { z } from 'zod';
import { defineCall } from '../call.ts';
import {
  type ContentKindKey,
  contentKindKeys,
  contentKinds,
  fieldsOfSomePlaces,
  kindFields,
  shapeOf,
} from '../content-kinds.ts';
import { anyOf, optional, recordId } from '../wire.ts';

/** Calls of the operators who fill the public pages (feature P-03): roles moderator and admin; auditors may read. */

/** Where an item stands: what of it the public sees at this moment. */
export const contentStates = {
  draft: '草稿',
  shown: '展示中',
  queued: '排队中',
  waiting: '待展示',
  over: '已结束',
  withdrawn: '已撤下',
} as const;
export type ContentState = keyof typeof contentStates;

const state = z.enum(Object.keys(contentStates) as [ContentState, ...ContentState[]]);
const kind = z.enum(contentKindKeys, '内容种类不在可选范围内');
const id = recordId('内容编号');

/** Of what was looked at: a change of what somebody else has changed since is refused. */
export const version = z.coerce.number('版本有误').int('版本有误').min(1, '版本有误').max(1_000_000_000, '版本有误');

const values = z.record(z.string(), z.string());

const row = z.object({
  id: z.string(),
  kind,
  place: z.string(),
  state,
  stateName: z.string(),
  /** a draft that differs from what is published */
  changed: z.boolean(),
  title: z.string(),
  /** '' for none */
  picture: z.string(),
  /** of what is published, else of the draft; 0 for at once and for ever */
  from: z.number().int(),
  until: z.number().int(),
  version: z.number().int(),
  updateTime: z.number().int(),
  /** nickname of who changed it last; '' for what came with the portal */
  updatedBy: z.string(),
});
export type ContentRow = z.output<typeof row>;

export const operatorContentList = defineCall({
  path: '/api/operator/contentList',
  auth: 'operator',
  input: z.object({ kind, place: anyOf(placeKeys(), '位置不在可选范围内') }),
  output: z.array(row),
  summary: 'Everything of one kind, in the order of its place; what was taken off last',
});

const revision = z.object({
  time: z.number().int(),
  by: z.string(),
  /** saved, published … */
  deed: z.string(),
  deedName: z.string(),
  /** what it said after the deed, as a form holds it; empty for deeds that say nothing */
  values,
});
export type ContentRevision = z.output<typeof revision>;

const info = row.extend({
  /** what the form shows: the draft, else what is published */
  values,
  /** what the public sees or will see; null for nothing */
  live: values.nullable(),
  history: z.array(revision),
});
export type ContentInfo = z.output<typeof info>;

export const operatorContentInfo = defineCall({
  path: '/api/operator/contentInfo',
  auth: 'operator',
  input: z.object({ id }),
  output: info,
  summary: 'One item with its draft, what is published of it, and what was done to it',
});

/** What is asked for in some places alone may be left out: only the item says where it stands. */
function inputShape(of: ContentKindKey) {
  const somewhere = fieldsOfSomePlaces(of);
  const shape = Object.entries(shapeOf(kindFields(of)));
  return Object.fromEntries(shape.map(([name, schema]) => [name, somewhere.has(name) ? optional(schema) : schema]));
}

/** The call that keeps a kind's form, as a draft or published at once. */
export function contentSaveCall(of: ContentKindKey) {
  return defineCall({
    path: `/api/operator/contentSave/${of}`,
    auth: 'operator',
    input: z.object({
      ...inputShape(of),
      /** of one that there is already, with its version; a new one stands last in its place */
      id: optional(id),
      version: optional(version),
      place: anyOf(
        contentKinds[of].places.map(({ key }) => key),
        '位置不在可选范围内',
      ),
      publish: anyOf(['1'], 'publish 须为1'),
    }),
    output: info,
    summary: `Keeps a form of the kind ${of} as a draft, or publishes it at once`,
  });
}
export type ContentSaveCall = ReturnType<typeof contentSaveCall>;

/** What can be done to an item as it stands. */
export const contentDeeds = {
  publish: '发布',
  withdraw: '撤下',
  discard: '放弃修改',
  remove: '删除',
} as const;
export type ContentDeed = keyof typeof contentDeeds;

export const operatorContentDo = defineCall({
  path: '/api/operator/contentDo',
  auth: 'operator',
  input: z.object({
    id,
    version,
    deed: z.enum(Object.keys(contentDeeds) as [ContentDeed, ...ContentDeed[]], '操作不在可选范围内'),
  }),
  /** as it stands then; null for what was removed */
  output: row.nullable(),
  summary: 'Publishes a draft, takes an item off, gives its draft up, or removes what is not published',
});

/** Ids in an order, comma-separated. */
export const idList = z
  .string('顺序有误')
  .max(20_000, '顺序有误')
  .transform((wire) => wire.split(',').filter((one) => one !== ''))
  .pipe(z.array(z.uuid('顺序有误')).max(500, '顺序有误'));

export const operatorContentOrder = defineCall({
  path: '/api/operator/contentOrder',
  auth: 'operator',
  input: z.object({
    kind,
    place: anyOf(placeKeys(), '位置不在可选范围内'),
    /** ids as they stood when they were moved: an order that somebody else has changed since is not overwritten */
    before: idList,
    /** the same ids as they are to stand */
    after: idList,
  }),
  output: z.object({ count: z.number().int() }),
  summary: 'Puts the items of one place into another order; the public sees it at once',
});

/** A link that shows a public page as it will be. */
export const previewLink = z.object({
  /** below the base path */
  path: z.string(),
  /** seconds; when it runs out */
  until: z.number().int(),
});

export const operatorContentPreview = defineCall({
  path: '/api/operator/contentPreview',
  auth: 'operator',
  input: z.object({ id }),
  output: previewLink,
  summary: 'A link to the page as it will be once this draft is published; runs out after a quarter of an hour',
});

function placeKeys(): string[] {
  return [...new Set(Object.values(contentKinds).flatMap(({ places }) => places.map(({ key }) => key as string)))];
}
