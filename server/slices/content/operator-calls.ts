import { bannerAnchor } from '../../../contract/banner-anchor.ts';
import { contentKindKeys, contentKinds } from '../../../contract/content-kinds.ts';
import {
  contentSaveCall,
  operatorContentDo,
  operatorContentInfo,
  operatorContentList,
  operatorContentOrder,
  operatorContentPreview,
} from '../../../contract/operator/content.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { previewParameter, previewToken } from '../../preview.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { contentEditors, contentReaders } from './policy.ts';
import { presentInfo, presentItem, presentRows } from './present.ts';
import { doContent, findItem, orderContent, saveContent } from './publish.ts';
import { itemsOf } from './queries.ts';
import { pageOf } from './values.ts';

export const contentDesk: DeskPart = { key: 'content', name: '页面内容', roles: contentReaders };

/** The calls of those who fill the public pages (feature P-03). */
export const operatorContentCalls: AnyImplementation[] = [
  implement(operatorContentList, async ({ kind, place }, context) => {
    needRole(context.caller, contentReaders);
    return { data: await presentRows(context, await itemsOf(context.db, kind, place)) };
  }),
  implement(operatorContentInfo, async ({ id }, context) => {
    needRole(context.caller, contentReaders);
    return { data: await presentInfo(context, await findItem(context, id)) };
  }),
  ...contentKindKeys.map((kind) =>
    implement(contentSaveCall(kind), async ({ id, version, place, publish, ...values }, context) => {
      needRole(context.caller, contentEditors);
      const saved = await saveContent(context, kind, { id, version, place, publish, values });
      return { data: await presentInfo(context, await findItem(context, saved)) };
    }),
  ),
  implement(operatorContentDo, async (input, context) => {
    needRole(context.caller, contentEditors);
    await doContent(context, input);
    return { data: input.deed === 'remove' ? null : await presentItem(context, await findItem(context, input.id)) };
  }),
  implement(operatorContentOrder, async ({ kind, place, before, after }, context) => {
    needRole(context.caller, contentEditors);
    const where = place ?? (contentKinds[kind].places[0]?.key as string);
    return { data: { count: await orderContent(context, { kind, place: where, before, after }) } };
  }),
  implement(operatorContentPreview, async ({ id }, context) => {
    needRole(context.caller, contentReaders);
    const row = await findItem(context, id);
    const { token, until } = previewToken(context.secret, { kind: row.kind, id }, context.now);
    const page = pageOf(row.kind, row.place, row.draft ?? row.live ?? {});
    // A page shows several banners: it opens on this one.
    const place = row.kind === 'banner' ? `#${bannerAnchor(id)}` : '';
    return { data: { path: `${page}?${previewParameter}=${token}${place}`, until: seconds(until) } };
  }),
];
