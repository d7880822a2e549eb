import { fenToYuan } from '../../../contract/fields.ts';
import { shanghaiTime } from '../../adapters/gateway/shanghai-time.ts';

/** A moment as an archive's reader has it on the wall: 2026-11-22 14:05:00; '' for none. */
export const timeOf = (moment: Date | null): string => (moment === null ? '' : shanghaiTime(moment));

/** Yuan with two decimals. */
export const yuanOf = (fen: number): string => fenToYuan(fen);
