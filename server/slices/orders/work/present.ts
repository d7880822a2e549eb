import type { z } from 'zod';
import type {
  getContract,
  getOrderAppraisals,
  getUserCertify,
  PublicAppraisal,
  scheduleSee,
} from '../../../../contract/order-work.ts';
import type { OrderFacts, Side } from '../../../../contract/process/facts.ts';
import { otherSide } from '../../../../contract/process/facts.ts';
import { timerTable } from '../../../../contract/process/timers.ts';
import { regionPath } from '../../../../contract/regions.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { reviewStatus } from '../../../../contract/statuses.ts';
import { seconds } from '../../../../contract/wire.ts';
import { maskedName } from '../../certification/identity.ts';
import type { PassedCertification } from '../../certification/queries.ts';
import { type People, presentParty } from '../present.ts';
import type { OrderHistoryRow } from '../tables.ts';
import { labelsFor } from './appraisals.ts';
import type { OrderAppraisalRow, OrderContractRow, OrderDiaryRow } from './tables.ts';

export function presentContract(
  facts: OrderFacts,
  rows: readonly OrderContractRow[],
  history: readonly OrderHistoryRow[],
  people: People,
  urlOf: (row: OrderContractRow) => string,
): z.input<typeof getContract.output> {
  const file = (row: OrderContractRow) => ({
    hash: row.hash,
    name: row.name,
    bytes: row.bytes,
    source: row.source,
    by: row.side,
    nickname: presentParty(people, row.author_id).nickname,
    time: seconds(row.created_at),
    url: urlOf(row),
  });
  const { contract } = facts;
  const row = rows.find(({ hash }) => hash === contract?.hash);
  const replaced = rows.filter((one) => one !== row).map(file);
  if (!contract || !row) return { contract: null, replaced };
  const { owner, provider } = contract.confirmed;
  const confirmed = history.findLast(({ action }) => action === 'confirmContract');
  const inForce = owner && provider;
  return {
    contract: {
      ...file(row),
      confirmedByOwner: owner,
      confirmedByProvider: provider,
      inForce,
      since: inForce && confirmed ? seconds(confirmed.at) : null,
    },
    replaced,
  };
}

export function presentEntry(row: OrderDiaryRow, people: People): z.input<typeof scheduleSee.output>[number] {
  return {
    id: row.id,
    kind: row.kind,
    percent: row.percent,
    content: row.content,
    pictures: row.pictures,
    documents: row.files,
    by: row.side,
    nickname: presentParty(people, row.author_id).nickname,
    time: seconds(row.created_at),
  };
}

export function presentCertify(
  people: People,
  id: string,
  papers: PassedCertification | undefined,
  stages: readonly Stage[],
): z.input<typeof getUserCertify.output> {
  const { nickname, avatarUrl, accountType } = presentParty(people, id);
  return {
    nickname,
    avatarUrl,
    account_type: papers?.account_type ?? accountType,
    certified: papers !== undefined,
    name: papers ? maskedName(papers.name, papers.account_type) : '',
    typeName: stages.find(({ key }) => key === papers?.stage_key)?.name ?? '',
    region: papers ? regionPath([papers.province_code, papers.city_code]) : '',
    certifiedTime: papers?.decided_at ? seconds(papers.decided_at) : null,
  };
}

function presentAppraisal(row: OrderAppraisalRow, people: People) {
  const { nickname, avatarUrl } = presentParty(people, row.author_id);
  const replied = row.reply !== '' && row.reply_status === reviewStatus.shown;
  return {
    id: row.id,
    score: row.score,
    labels: row.labels,
    content: row.content,
    pictures: row.pictures,
    nickname,
    avatarUrl,
    time: seconds(row.created_at),
    reply: replied ? row.reply : '',
    replyTime: replied && row.replied_at ? seconds(row.replied_at) : null,
  };
}

export function presentOrderAppraisals(
  side: Side,
  facts: OrderFacts,
  rows: readonly OrderAppraisalRow[],
  people: People,
): z.input<typeof getOrderAppraisals.output> {
  const mine = rows.find((row) => row.side === side);
  const theirs = rows.find((row) => row.side === otherSide(side));
  const received = facts.appraisalsPublic && theirs?.review_status === reviewStatus.shown ? theirs : undefined;
  const due = facts.appraisalsPublic ? null : timerTable.appraisal.due(facts);
  const review = (row: OrderAppraisalRow) => ({
    status: row.review_status,
    reason: row.review_reason ?? '',
    replyStatus: row.reply_status,
    replyReason: row.reply_reason ?? '',
  });
  return {
    mine: mine ? { ...presentAppraisal(mine, people), ...review(mine) } : null,
    // One's own reply is one's own to see, also while it waits.
    theirs: received ? { ...presentAppraisal(received, people), ...review(received), reply: received.reply } : null,
    theyWrote: facts.appraisals[otherSide(side)] !== null,
    public: facts.appraisalsPublic,
    publicAt: due === null ? null : Math.floor(due / 1000),
    choices: labelsFor(side),
  };
}

/** What anyone reads. What was asked for in an entrusted order stays between its two sides. */
export function presentPublicAppraisal(
  row: OrderAppraisalRow & { demandName: string; stage: string; entrusted: boolean },
  people: People,
  stages: readonly Stage[],
): PublicAppraisal {
  return {
    ...presentAppraisal(row, people),
    name: row.entrusted ? '' : row.demandName,
    stageName: stages.find(({ key }) => key === row.stage)?.name ?? '',
  };
}
