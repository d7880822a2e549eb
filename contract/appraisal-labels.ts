import type { Side } from './process/facts.ts';

/** A word that an appraisal may carry, and whether it praises. */
export interface AppraisalLabel {
  readonly name: string;
  readonly praises: boolean;
}

const praise = (name: string): AppraisalLabel => ({ name, praises: true });
const blame = (name: string): AppraisalLabel => ({ name, praises: false });

/** What each side may say of the other, by the side that writes. The words themselves travel and are kept. */
export const appraisalLabels: Readonly<Record<Side, readonly AppraisalLabel[]>> = {
  owner: [
    praise('做工细致'),
    praise('用料扎实'),
    praise('尺寸准确'),
    praise('按时交付'),
    praise('沟通顺畅'),
    praise('包装稳妥'),
    praise('价格公道'),
    praise('返工及时'),
    blame('与要求不符'),
    blame('做工粗糙'),
    blame('交付延误'),
    blame('回复慢'),
  ],
  provider: [
    praise('需求清楚'),
    praise('付款及时'),
    praise('沟通顺畅'),
    praise('验收公道'),
    praise('资料齐全'),
    blame('要求多变'),
    blame('付款拖延'),
    blame('回复慢'),
  ],
};

/** Most labels that one appraisal carries. */
export const labelsAtMost = 5;

/** Scores from which an appraisal counts as favourable, and as praise of a case (rulings §2). */
export const favourableFrom = 4;

/** What each score from 1 to 5 says. */
export const scoreWords = ['很差', '较差', '一般', '满意', '非常满意'] as const;
