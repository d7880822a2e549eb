import { type Field, fenToYuan, yuanToFen } from '../../../../contract/fields.ts';
import { ownerPartField, providerPartField } from '../../../../contract/order-disputes.ts';

/** The two parts of a sum as they stand in their fields, in yuan. */
export interface Parts {
  ownerAmount: string;
  providerAmount: string;
}

/** Splits a whole sum of fen by what the provider gets of it. */
export function partsOf(wholeFen: number, providerFen: number): Parts {
  return { ownerAmount: fenToYuan(wholeFen - providerFen), providerAmount: fenToYuan(providerFen) };
}

/** What the provider gets by the fields, in fen; undefined while they do not make up the whole. */
export function providerFenOf({ ownerAmount, providerAmount }: Parts, wholeFen: number): number | undefined {
  const [owner, provider] = [yuanToFen(ownerAmount.trim()), yuanToFen(providerAmount.trim())];
  if (owner === undefined || provider === undefined || owner < 0 || provider < 0) return undefined;
  return owner + provider === wholeFen ? provider : undefined;
}

const fields = { ownerAmount: ownerPartField, providerAmount: providerPartField } satisfies Record<keyof Parts, Field>;

/** What is wrong with each field; only where each reads well for itself, with their sum. Empty for a division of the whole. */
export function faultsOf(parts: Parts, wholeFen: number): Partial<Parts> {
  const faults: Partial<Parts> = {};
  for (const key of ['ownerAmount', 'providerAmount'] as const) {
    const read = fields[key].schema.safeParse(parts[key]);
    if (!read.success) faults[key] = read.error.issues[0]?.message ?? '填写有误';
    else if ((yuanToFen(parts[key].trim()) ?? 0) > wholeFen) faults[key] = `不能超过托管中的 ${fenToYuan(wholeFen)} 元`;
  }
  if (Object.keys(faults).length === 0 && providerFenOf(parts, wholeFen) === undefined)
    faults.ownerAmount = `两部分之和应等于托管中的 ${fenToYuan(wholeFen)} 元`;
  return faults;
}

/** The fields after one of them was typed in: the other takes the rest, as far as what was typed can be read. */
export function afterTyping(key: keyof Parts, typed: string, before: Parts, wholeFen: number): Parts {
  const fen = yuanToFen(typed.trim());
  const other = key === 'ownerAmount' ? 'providerAmount' : 'ownerAmount';
  const fits = fen !== undefined && fen >= 0 && fen <= wholeFen;
  const parts: Parts = { ...before, [key]: typed };
  return fits ? { ...parts, [other]: fenToYuan(wholeFen - fen) } : parts;
}
