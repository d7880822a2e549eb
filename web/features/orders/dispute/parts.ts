import { fenToYuan, yuanToFen } from '../../../../contract/fields.ts';

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

/** The fields after one of them was typed in: the other takes the rest, as far as what was typed can be read. */
export function afterTyping(key: keyof Parts, typed: string, before: Parts, wholeFen: number): Parts {
  const fen = yuanToFen(typed.trim());
  const other = key === 'ownerAmount' ? 'providerAmount' : 'ownerAmount';
  const fits = fen !== undefined && fen >= 0 && fen <= wholeFen;
  const parts: Parts = { ...before, [key]: typed };
  return fits ? { ...parts, [other]: fenToYuan(wholeFen - fen) } : parts;
}
