import type { z } from 'zod';
import { fenToYuan } from '../../../../contract/fields.ts';
import { type disputeRecord, evidenceAtMost } from '../../../../contract/order-disputes.ts';
import { held, type OrderFacts, type Side, type Split } from '../../../../contract/process/facts.ts';
import { pending } from '../../../../contract/process/next.ts';
import { type Action, actions } from '../../../../contract/process/row.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { Attached } from '../../uploads/attached.ts';
import type { OrderRow } from '../facts.ts';
import { type People, presentParty } from '../present.ts';
import type { OrderHistoryRow } from '../tables.ts';
import type { DisputeEvidenceRow } from './tables.ts';

type Record = z.input<typeof disputeRecord>;

/** With which a request to cancel or a dispute begins. */
const beginnings: readonly Action[] = ['requestCancel', 'openDispute', 'inspectFaulty'];
/** Faulty goods begin one only where something was retained, which their line then proposes to divide. */
const begins = ({ action, owner_fen }: OrderHistoryRow) =>
  beginnings.includes(action) && (action !== 'inspectFaulty' || owner_fen !== null);
/** Those by which a dispute is opened; its evidence belongs to that moment. */
export const openings: readonly Action[] = ['openDispute', 'inspectFaulty', 'refuseCancel', 'cancelUnanswered'];
export const endings: readonly Action[] = [
  'acceptCancel',
  'withdrawCancel',
  'acceptSplit',
  'disputeSilence',
  'withdrawDispute',
  'inspectSound',
  'ruleComplete',
  'ruleClose',
  'ruleResume',
];
const words: readonly Action[] = [...beginnings, ...openings, ...endings, 'counterSplit', 'refuseSplit'];

/** The part of an order's history that is about the newest request to cancel or dispute. */
function newestDispute(history: readonly OrderHistoryRow[]): readonly OrderHistoryRow[] {
  const begun = history.findLastIndex(begins);
  if (begun < 0) return [];
  const lines = history.slice(begun).filter(({ action }) => words.includes(action) || action === 'disputeToEvidence');
  const end = lines.findIndex(({ action }) => endings.includes(action));
  return end < 0 ? lines : lines.slice(0, end + 1);
}

/** The same of an order as it is now: what an earlier provider disputed is not the next one's, nor an operator's, to read. */
export function standingDispute(history: readonly OrderHistoryRow[]): readonly OrderHistoryRow[] {
  // Nobody disputes before an award.
  const awarded = history.findLastIndex(({ action }) => action === 'award' || action === 'publish');
  return newestDispute(history.slice(Math.max(0, awarded)));
}

/** When the dispute among these steps was opened; null for a mere request to cancel. */
export const openedAt = (steps: readonly OrderHistoryRow[]): Date | null =>
  steps.findLast(({ action }) => openings.includes(action))?.at ?? null;

const presentSplit = ({ ownerFen, providerFen }: Split) => ({
  ownerAmount: fenToYuan(ownerFen),
  providerAmount: fenToYuan(providerFen),
});

export function presentDispute({
  row,
  facts,
  steps,
  evidence,
  people,
  reader,
  filesNow,
}: {
  row: OrderRow;
  facts: OrderFacts;
  /** of {@link newestDispute} */
  steps: readonly OrderHistoryRow[];
  evidence: readonly DisputeEvidenceRow[];
  people: People;
  /** null for an operator */
  reader: Side | null;
  /** what the addresses in the evidence lead to */
  filesNow: (url: string) => Attached | undefined;
}): Record {
  const { dispute, cancelRequest } = facts;
  const open = dispute !== null || cancelRequest !== null;
  const offer = dispute?.offer ?? cancelRequest;
  const due = open ? pending(facts)[0] : undefined;
  const first = steps[0];
  const last = steps.at(-1);
  const own = evidence.filter(({ side }) => side === reader).length;
  const there = (urls: readonly string[]) => urls.map(filesNow).filter((file) => file !== undefined);
  return {
    phase: dispute?.phase ?? (cancelRequest ? 'cancel' : 'none'),
    openedBy: dispute?.openedBy ?? cancelRequest?.by ?? sideOf(first?.actor),
    reason: first?.reason ?? '',
    since: first ? seconds(first.at) : null,
    until: due ? Math.floor(due.at / 1000) : null,
    held: fenToYuan(held(facts)),
    commissionBasisPoints: row.commission_basis_points,
    offer: offer ? { by: offer.by, ...presentSplit(offer.split) } : null,
    answered: dispute?.answered ?? false,
    steps: steps.map((step) => ({
      action: step.action,
      label: actions[step.action],
      by: step.actor,
      nickname: step.actor_id === null ? '' : presentParty(people, step.actor_id).nickname,
      time: seconds(step.at),
      reason: step.reason ?? '',
      ...(step.owner_fen === null || step.provider_fen === null
        ? { ownerAmount: '', providerAmount: '' }
        : presentSplit({ ownerFen: step.owner_fen, providerFen: step.provider_fen })),
    })),
    evidence: evidence.map((piece) => ({
      id: piece.id,
      by: piece.side,
      nickname: presentParty(people, piece.author_id).nickname,
      time: seconds(piece.created_at),
      content: piece.content,
      pictures: there(piece.pictures).map(({ small, full, width, height }) => ({ small, large: full, width, height })),
      files: there(piece.files).map(({ name, full }) => ({ name, url: full })),
    })),
    evidenceLeft: dispute && reader ? Math.max(0, evidenceAtMost - own) : 0,
    ended:
      !open && last
        ? { action: last.action, label: actions[last.action], time: seconds(last.at), reason: last.reason ?? '' }
        : null,
  };
}

const sideOf = (actor: string | undefined): Side | null => (actor === 'owner' || actor === 'provider' ? actor : null);
