import { shopCaseStatus, type ShopCaseStatus } from '../../../../contract/statuses.ts';
import { contentIn } from '../content.ts';
import type { CaseRevisionRow, CaseRow, HeldValues } from '../tables.ts';

/** A case with the change of it that is under way, if there is one. */
export interface Kept {
  row: CaseRow;
  revision: CaseRevisionRow | undefined;
}

/** Where a case stands for its keeper: what was last sent in or kept, not what is public. */
export interface OwnStanding {
  /** the case as it was last saved */
  row: CaseRow;
  status: ShopCaseStatus;
  reason: string;
  draft: HeldValues | null;
  isPublic: boolean;
  updatedAt: Date;
  submittedAt: Date | null;
}

export function standingOf({ row, revision }: Kept): OwnStanding {
  const last = revision ?? row;
  return {
    row: revision ? { ...row, ...contentIn(revision) } : row,
    status: last.review_status,
    reason: last.review_reason ?? '',
    draft: last.draft,
    isPublic: isPublic(row),
    updatedAt: last.updated_at,
    submittedAt: last.submitted_at,
  };
}

/**
 * Where it stands for operators: what its keeper has not sent in is nobody else's to see, so of a public case whose change is being
 * written that is what is public. Undefined for what was never sent in, or was taken back to be changed.
 */
export function sentStandingOf(kept: Kept): OwnStanding | undefined {
  const standing = standingOf(kept);
  if (standing.draft === null) return standing;
  return standing.isPublic ? standingOf({ row: { ...kept.row, draft: null }, revision: undefined }) : undefined;
}

export const isPublic = (row: CaseRow): boolean =>
  row.review_status === shopCaseStatus.approved && row.removed_at === null;

/** Whether it waits for an operator. */
export function isWaiting(kept: Kept): boolean {
  const { status, draft } = standingOf(kept);
  return kept.row.removed_at === null && status === shopCaseStatus.pending && draft === null;
}
