import type { z } from 'zod';
import type { disputeRecord } from '../../../../contract/order-disputes.ts';

export type DisputeRecord = z.output<typeof disputeRecord>;

export const sideNames = { owner: '发布方', provider: '承接方' } as const;

/** Who said or did something in it. */
export const speakers: Readonly<Record<string, string>> = {
  ...sideNames,
  nextProvider: '下一环节承接方',
  operator: '平台',
  clock: '系统',
};

/** The steps of a dispute, in their order. */
export const phases = [
  ['negotiation', '协商', '双方提出方案'],
  ['evidence', '举证', '5 天内提交证据'],
  ['ruling', '裁决', '平台决定怎么分账'],
] as const;
