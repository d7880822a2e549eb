import { invalid, Refusal } from '../../../contract/errors.ts';
import { type Revealable, revealable } from '../../../contract/operator/people.ts';
import { regionPath } from '../../../contract/regions.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { findUser } from '../accounts/queries.ts';
import { userStatus } from '../accounts/standing.ts';
import { audit } from '../audit/audit.ts';
import { identityOf } from '../certification/identity.ts';
import { newestCertification } from '../certification/queries.ts';
import { needRole } from '../operators/policy.ts';
import { cardNumberOf } from '../wallet/cards.ts';
import { revealers } from './policy.ts';

export interface Asked {
  id: string;
  field: Revealable;
  cardId?: string;
  reason: string;
}

/** One covered piece of a person in full, for whose work needs it. That it was shown, to whom and why, is kept in the same transaction. */
export async function reveal(context: SignedInContext, asked: Asked): Promise<string> {
  const { db, caller } = context;
  const { id, field, cardId, reason } = asked;
  needRole(caller, revealers[field]);
  return inTransaction(db, async (tx) => {
    const value = await valueOf(tx, context, asked);
    await audit(tx, context, {
      action: 'user.revealed',
      subject: { kind: 'user', id },
      before: {},
      after: { field, ...(cardId !== undefined && { cardId }) },
      why: reason,
    });
    return value;
  });
}

async function valueOf(tx: Tx, { secret }: SignedInContext, { id, field, cardId }: Asked): Promise<string> {
  const user = await findUser(tx, id);
  if (!user) throw new Refusal('not_found', '没有找到这位用户');
  if (field === 'mobile') {
    if (user.status === userStatus.closed) throw new Refusal('not_found', '该账号已注销，手机号没有保留');
    return user.mobile;
  }
  if (field === 'card') {
    if (cardId === undefined) throw invalid('cardId', '请选择要查看哪张银行卡');
    return cardNumberOf(tx, secret, { userId: id, cardId });
  }
  const row = await newestCertification(tx, id);
  if (!row) throw new Refusal('not_found', `该用户没有提交过认证，没有${revealable[field]}`);
  const identity = identityOf(secret, row);
  if (field === 'name') return identity.name;
  if (field === 'address') return regionPath([row.province_code, row.city_code]) + identity.addressDetail;
  return [identity.contactName, identity.contactPhone, identity.contactEmail].filter((one) => one !== '').join('，');
}
