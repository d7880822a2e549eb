import { z } from 'zod';
import type { CallParsed } from '../../../contract/call.ts';
import type { postCaseDelegate } from '../../../contract/entrust.ts';
import { Refusal } from '../../../contract/errors.ts';
import { type Stage, wireShape } from '../../../contract/stages/stage.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inputRefusal } from '../../calls/dispatch.ts';
import { shownCase } from '../cases/queries.ts';
import { shopCards } from '../shop/queries.ts';
import { saveDemand, type Saved, type SaveInput } from './save.ts';

/**
 * Entrusts a case to its provider (rulings §2): a demand that is born in 2, with the budget as the agreed sum, which nobody
 * but the two sides ever sees. The form is the stage's own; the category is the case's.
 */
export async function entrustCase(
  context: SignedInContext,
  stage: Stage,
  input: CallParsed<typeof postCaseDelegate>,
): Promise<Saved> {
  const form = z.object(wireShape(stage.demand)).safeParse(input);
  if (!form.success) throw inputRefusal(form.error);
  const { case_id: caseId, productLineNid, requestId } = input;
  const shown = await shownCase(context.db, stage.key, caseId);
  const shop = shown && (await shopCards(context.db, [shown.shop_id])).get(shown.shop_id);
  if (!shop) throw new Refusal('not_found', '案例不存在或已下架');
  if (shop.userId === context.caller.userId) throw new Refusal('not_allowed', '不能委托自己的案例');
  const demand = { ...form.data, type: shown.category, productLineNid, requestId } as SaveInput;
  return saveDemand(context, stage, demand, { caseId, providerId: shop.userId });
}
