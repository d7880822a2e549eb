import { Refusal } from '../../../../contract/errors.ts';
import {
  operatorPresaleBookings,
  operatorPresaleContact,
  operatorPresaleInfo,
  operatorPresaleList,
  operatorPresaleOrder,
  operatorPresalePreview,
  operatorPresaleRemove,
  operatorPresaleSave,
  operatorPresaleSettle,
} from '../../../../contract/operator/presale.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { previewParameter, previewToken } from '../../../preview.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { auditLook } from '../../audit/audit.ts';
import { contentEditors, contentReaders } from '../../content/policy.ts';
import type { DeskPart } from '../../operators/desk.ts';
import { needRole } from '../../operators/policy.ts';
import { joinById } from '../queries.ts';
import type { PresaleProductRow } from '../tables.ts';
import { noSuchProduct, orderProducts, removeProduct, saveProduct } from './keep.ts';
import { presentBooking, presentDeskInfo, presentProducts } from './present.ts';
import { deskBookings, deskProducts, productForDesk, productsToSettle } from './queries.ts';
import { settle } from './settle.ts';

export const presaleDesk: DeskPart = {
  key: 'presale',
  name: '预售商品',
  roles: contentReaders,
  waiting: productsToSettle,
};

/** The calls of those who keep the pre-sale shelf (feature P-03). */
export const presaleDeskCalls: AnyImplementation[] = [
  implement(operatorPresaleList, async ({ category, past }, context) => {
    needRole(context.caller, contentReaders);
    const rows = await deskProducts(context.db, { category, past: past === '1', now: context.now });
    return { data: await presentProducts(context, rows) };
  }),
  implement(operatorPresaleInfo, async ({ id }, context) => {
    needRole(context.caller, contentReaders);
    return { data: await presentDeskInfo(context, await found(context, id)) };
  }),
  implement(operatorPresaleSave, async ({ id, version, publish, ...form }, context) => {
    needRole(context.caller, contentEditors);
    const saved = await saveProduct(context, { id, version, publish: publish === '1', form });
    return { data: await presentDeskInfo(context, await found(context, saved)) };
  }),
  implement(operatorPresaleRemove, async ({ id, version }, context) => {
    needRole(context.caller, contentEditors);
    await removeProduct(context, id, version);
    return { data: { id } };
  }),
  implement(operatorPresaleOrder, async (input, context) => {
    needRole(context.caller, contentEditors);
    return { data: { count: await orderProducts(context, input) } };
  }),
  implement(operatorPresalePreview, async ({ id }, context) => {
    needRole(context.caller, contentReaders);
    await found(context, id);
    const { token, until } = previewToken(context.secret, { kind: 'presale', id }, context.now);
    return { data: { path: `/presale/${id}?${previewParameter}=${token}`, until: seconds(until) } };
  }),
  implement(operatorPresaleBookings, async ({ id, page, pageSize }, context) => {
    needRole(context.caller, contentReaders);
    const { rows, count } = await deskBookings(context.db, (await found(context, id)).id, { page, pageSize });
    const people = await publicUsers(
      context.db,
      rows.map(({ user_id }) => user_id),
    );
    return { data: rows.map((row) => presentBooking(row, people)), page: { count, page, pageSize } };
  }),
  implement(operatorPresaleContact, async ({ id }, context) => {
    const { db, caller } = context;
    needRole(caller, contentEditors);
    // Whoever looks is noted before it is shown.
    const contact = await inTransaction(db, async (tx) => {
      const row = await joinById(tx, id);
      if (!row) throw new Refusal('not_found', '没有这份预订，可能已经取消');
      const subject = { kind: 'presale-booking', id } as const;
      const state = { settlement: row.settlement ?? '' };
      await auditLook(tx, context, { action: 'presale.contact-seen', subject, state });
      return row.contact;
    });
    return { data: { contact } };
  }),
  implement(operatorPresaleSettle, async (input, context) => {
    needRole(context.caller, contentEditors);
    return { data: await settle(context, input) };
  }),
];

async function found({ db }: SignedInContext, id: string): Promise<PresaleProductRow> {
  const row = await productForDesk(db, id);
  if (!row) throw noSuchProduct();
  return row;
}
