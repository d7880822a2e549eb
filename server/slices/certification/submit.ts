import {
  type CertificationItem,
  certificationItems,
  isFiles,
  type ItemValue,
  readItems,
  regionKey,
} from '../../../contract/certification.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { type AccountType, accountTypeNames, certificationStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { lockUser } from '../accounts/queries.ts';
import { markUsed, releasePrivate } from '../uploads/use.ts';
import { certificationSubmitted } from './events.ts';
import { identityOf, sealIdentity } from './identity.ts';
import { standingOf } from './queries.ts';
import type { CertificationRow, Identity, Papers } from './tables.ts';

export interface Submission {
  accountType: AccountType;
  /** as the call carries them, by wire name */
  wire: Readonly<Record<string, unknown>>;
  /** told with the region, and looked at, refused and given anew with it */
  addressDetail: string | undefined;
  /** what was refused, by its revision, as the sender knows it; 0 for nothing yet, undefined for whoever does not say */
  revision: number | undefined;
  requestId: string | undefined;
}

/**
 * Hands papers in: a first time with every item, after a refusal with the refused items alone, whatever else is sent; what
 * was accepted stays as it was looked at. The same form sent again is answered as it was taken.
 */
export async function submitCertification(context: SignedInContext, given: Submission): Promise<CertificationRow> {
  const { db, caller } = context;
  if (given.accountType !== caller.accountType)
    throw new Refusal(
      'not_allowed',
      `您的账户是${accountTypeNames[caller.accountType]}账户，请使用${accountTypeNames[caller.accountType]}认证`,
    );
  return inTransaction(db, async (tx) => {
    // One after the other for one person: what stands is looked at before anything is written.
    await lockUser(tx, caller.userId);
    const before = await standingOf(tx, caller.userId);
    const { pending, passed } = certificationStatus;
    // Before anything else: a form whose answer was lost may come again after an operator has refused what it brought.
    if (before && given.requestId !== undefined && before.request_id === given.requestId) return before;
    if (before && before.status !== certificationStatus.failed) {
      if (before.status === pending) throw new Refusal('state_conflict', '认证正在审核中，审核结果出来前不能修改');
      if (before.status === passed) throw new Refusal('state_conflict', '您已通过认证，资料有变化请联系客服');
    }
    if (given.revision !== undefined && given.revision !== (before?.revision ?? 0))
      throw new Refusal('state_conflict', '这份认证已有新的审核结果，请刷新页面，按最新的意见修改');
    return before ? again(tx, context, before, given) : first(tx, context, given);
  });
}

async function first(tx: Tx, context: SignedInContext, given: Submission): Promise<CertificationRow> {
  const { caller, now, secret } = context;
  const items = certificationItems(given.accountType, context.stages);
  const values = read(items, given.wire);
  await take(tx, context, items, values);
  const id = newId(now);
  const identity = { ...nobody, addressDetail: given.addressDetail ?? '', ...texts(values) };
  const sealed = sealIdentity(secret, { id, user_id: caller.userId }, identity);
  const row = await tx
    .insertInto('certifications')
    .values({
      id,
      user_id: caller.userId,
      account_type: given.accountType,
      ...sealed,
      papers: JSON.stringify(papersOf(items, values)),
      ...(columnsOf(context, values) as { stage_key: string | null; province_code: string; city_code: string }),
      request_id: given.requestId ?? null,
      status: certificationStatus.pending,
      created_at: now,
      submitted_at: now,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await told(tx, context, row);
  return row;
}

async function again(
  tx: Tx,
  context: SignedInContext,
  before: CertificationRow,
  given: Submission,
): Promise<CertificationRow> {
  const { now, secret } = context;
  const items = certificationItems(before.account_type, context.stages).filter(({ key }) => key in before.refusals);
  // A first time what a firm does may go without saying; what was refused is said anew.
  if (items.some(({ key }) => key === 'type') && !given.wire['type']) throw invalid('type', '请重新选择企业类型');
  const values = read(items, given.wire);
  await take(tx, context, items, values);
  const identity = {
    ...identityOf(secret, before),
    ...(regionKey in values && { addressDetail: given.addressDetail ?? '' }),
    ...texts(values),
  };
  const sealed = sealIdentity(secret, before, identity);
  const papers: Papers = { ...before.papers, ...papersOf(items, values) };
  const kept = new Set(Object.values(papers).flat());
  const row = await tx
    .updateTable('certifications')
    .set({
      ...sealed,
      papers: JSON.stringify(papers),
      ...columnsOf(context, values),
      refusals: JSON.stringify({}),
      answered: JSON.stringify(before.refusals),
      revision: before.revision + 1,
      request_id: given.requestId ?? null,
      status: certificationStatus.pending,
      submitted_at: now,
      decided_at: null,
      decided_by: null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Papers that were refused and replaced are of no more use to anyone.
  const dropped = Object.values(before.papers).flat();
  await releasePrivate(
    tx,
    dropped.filter((url) => !kept.has(url)),
  );
  await told(tx, context, row);
  return row;
}

function read(items: readonly CertificationItem[], wire: Submission['wire']): Record<string, ItemValue> {
  const { values, faults } = readItems(items, wire);
  if (Object.keys(faults).length > 0) throw new Refusal('invalid_input', undefined, faults);
  return values;
}

/** Every file must be the sender's own and still there. */
async function take(
  tx: Tx,
  { caller, now }: SignedInContext,
  items: readonly CertificationItem[],
  values: Readonly<Record<string, ItemValue>>,
): Promise<void> {
  for (const { key, wire, widget } of items) {
    if (widget.kind !== 'images' && widget.kind !== 'documents') continue;
    const kind = widget.kind === 'images' ? 'image' : 'document';
    await markUsed(tx, values[key] as readonly string[], { kind, now, field: wire, privateOf: caller.userId });
  }
}

const nobody: Identity = { name: '', addressDetail: '', contactName: '', contactPhone: '', contactEmail: '' };

/** What of it is sealed. */
function texts(values: Readonly<Record<string, ItemValue>>): Partial<Identity> {
  const sealed = Object.entries(values).filter(([key]) => key in nobody);
  return Object.fromEntries(sealed) as Partial<Identity>;
}

/** What of it are files. */
function papersOf(items: readonly CertificationItem[], values: Readonly<Record<string, ItemValue>>): Papers {
  return Object.fromEntries(items.filter(isFiles).map(({ key }) => [key, values[key] as readonly string[]]));
}

/** What of it others see: where somebody is and what a firm does. */
function columnsOf(
  { stages }: Pick<SignedInContext, 'stages'>,
  values: Readonly<Record<string, ItemValue>>,
): { stage_key?: string | null; province_code?: string; city_code?: string } {
  const [province_code, city_code] = (values[regionKey] ?? []) as readonly string[];
  const stage = stages.find(({ enterpriseType }) => String(enterpriseType) === values['type']);
  return {
    ...(province_code !== undefined && city_code !== undefined && { province_code, city_code }),
    ...(stage && { stage_key: stage.key }),
  };
}

async function told(tx: Tx, { outbox, bus }: SignedInContext, row: CertificationRow): Promise<void> {
  const { id: certificationId, user_id: userId } = row;
  await outbox.emit(tx, certificationSubmitted, {
    userId,
    certificationId,
    cause: `${certificationId}:${row.revision}`,
  });
  tellUser(tx, bus, userId, 'certification');
}
