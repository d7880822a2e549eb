import { design } from './design.ts';
import { logistics } from './logistics.ts';
import { make } from './make.ts';
import { proofing } from './proofing.ts';
import { sam } from './sam.ts';
import { spray } from './spray.ts';
import type { Stage } from './stage.ts';
import { stock } from './stock.ts';

/** The chain, in order. The server and the web take their stages from a list like this one, never from its members. */
export const stages: readonly Stage[] = [design, proofing, stock, make, spray, sam, logistics];

export function findStage(key: string, among: readonly Stage[] = stages): Stage | undefined {
  return among.find((stage) => stage.key === key);
}

export function stageByNumber(number: number, among: readonly Stage[] = stages): Stage | undefined {
  return among.find((stage) => stage.number === number);
}
