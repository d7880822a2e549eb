import { maxSendBacks, periods } from '../../../../contract/process/facts.ts';
import { instalments, splitAmount, yuan } from '../../../../contract/process/money.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { yuanInWords } from '../../../../contract/yuan-in-words.ts';
import type { OrderRow } from '../facts.ts';
import { presentDetails } from '../present.ts';

/** Everything that the generated contract says. Plain data: it travels to another thread, and the same terms make the same bytes. */
export interface ContractTerms {
  readonly nid: string;
  readonly lineNid: string;
  readonly name: string;
  readonly stageName: string;
  readonly owner: ContractParty;
  readonly provider: ContractParty;
  /** days as people write them, in Shanghai */
  readonly agreedOn: string;
  readonly dueOn: string;
  /** calendar days of work; null where a day was agreed instead */
  readonly workDays: number | null;
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly description: string;
  readonly pictures: number;
  readonly files: readonly string[];
  readonly sum: string;
  readonly sumInWords: string;
  readonly instalments: readonly {
    readonly name: string;
    readonly percent: number;
    readonly sum: string;
    readonly when: string;
  }[];
  readonly affirmDays: number;
  readonly retentionDays: number;
  readonly sendBacks: number;
}

export interface ContractParty {
  /** as the portal shows it to the other side */
  readonly name: string;
  /** of its certification, in words; '' without */
  readonly certified: string;
}

/** When each instalment is due, in the words of the contract. */
const dueWhen: Readonly<Record<(typeof instalments)[number]['key'], string>> = {
  down: '乙方接单后支付，平台托管后开工',
  second: '进度达到 50% 后支付，平台托管',
  final: '乙方完工后支付，平台托管，验收后留作质保金',
};

const day = 86_400_000;

/** 2026年11月22日, in Shanghai, the same on every machine. */
export function dayInWords(at: Date): string {
  const there = new Date(at.getTime() + 8 * 3_600_000);
  return `${there.getUTCFullYear()}年${there.getUTCMonth() + 1}月${there.getUTCDate()}日`;
}

/** The name that a document's address ends with. */
const fileName = (url: string) => decodeURIComponent(url.split('/').at(-1) ?? url);

export function contractTerms(
  row: OrderRow,
  {
    stage,
    owner,
    provider,
    lineNid,
    acceptedAt,
    workDays,
  }: {
    stage: Stage;
    owner: ContractParty;
    provider: ContractParty;
    lineNid: string;
    acceptedAt: Date;
    /** of the chosen tender; null for an entrusted case */
    workDays: number | null;
  },
): ContractTerms {
  const parts = splitAmount(row.amount_fen);
  const due = workDays === null ? row.deadline_at : new Date(acceptedAt.getTime() + workDays * day);
  return {
    nid: row.nid,
    lineNid,
    name: row.name,
    stageName: stage.name,
    owner,
    provider,
    agreedOn: dayInWords(acceptedAt),
    dueOn: dayInWords(due),
    workDays,
    details: presentDetails(row, stage),
    description: row.description,
    pictures: row.pictures.length,
    files: row.files.map(fileName),
    sum: yuan(row.amount_fen),
    sumInWords: yuanInWords(row.amount_fen),
    instalments: instalments.map(({ key, name, percent }) => ({
      name,
      percent,
      sum: yuan(parts[key]),
      when: dueWhen[key],
    })),
    affirmDays: periods.affirmSilence / day,
    retentionDays: stage.retentionDays,
    sendBacks: maxSendBacks,
  };
}
