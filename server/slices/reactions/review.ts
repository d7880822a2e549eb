import { reviewStatus, type ReviewStatus } from '../../../contract/statuses.ts';

/** What happens to something that people write in public, as far as its review is concerned. */
export type ReviewAct =
  /** first written, or changed by its author; `clean`: the word list found nothing */
  { act: 'write'; clean: boolean } | { act: 'approve' } | { act: 'refuse' };

/**
 * Where a record stands after an act; undefined where the act is not possible. `from` is null for a new record. What waits
 * or was refused stays an operator's to let through, however it is rewritten.
 */
export function nextReview(from: ReviewStatus | null, act: ReviewAct): ReviewStatus | undefined {
  const { waiting, shown, refused } = reviewStatus;
  if (act.act === 'write') {
    const trusted = from === null || from === shown;
    return trusted && act.clean ? shown : waiting;
  }
  if (from === null) return undefined;
  const to = act.act === 'approve' ? shown : refused;
  return from === to ? undefined : to;
}
