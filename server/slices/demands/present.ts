import type { z } from 'zod';
import type { getTenderList } from '../../../contract/demands.ts';
import { answerFields, type DemandInfo, type DemandItem, type NeedComment } from '../../../contract/demands.ts';
import type { CategoryKey } from '../../../contract/categories.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatus, orderStatusNames } from '../../../contract/statuses.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import { maskContacts } from '../../contacts/mask-contacts.ts';
import type { PublicUser } from '../accounts/queries.ts';
import type { Comment } from '../reactions/queries.ts';
import type { ShopCard } from '../shop/queries.ts';
import type { CardRow } from './lists.ts';
import type { DemandRow, TenderRow } from './tables.ts';

/** Who stands behind user ids, as anyone may see them. */
export interface People {
  readonly users: ReadonlyMap<string, PublicUser>;
  readonly certified: ReadonlySet<string>;
}

function person({ users, certified }: People, id: string) {
  const user = users.get(id);
  return { nickname: user?.name ?? '用户', userAvatar: user?.avatarUrl ?? '', certified: certified.has(id) };
}

type Shown = Omit<CardRow, 'published_at'> & { savedAt: Date; status: DemandRow['status'] };

function presentShown(stage: Stage, row: Shown, people: People): DemandItem {
  const budget = fenToYuan(row.budget_fen);
  const issueEndTime = seconds(row.deadline_at);
  return {
    ...answerFields(stage, { ...row.details, pictures: row.pictures }, regionPath),
    id: row.id,
    demandNid: row.nid,
    demandType: stage.number,
    type: row.category,
    name: row.name,
    budget,
    demandDescribe: row.description,
    issueEndTime,
    saveTime: seconds(row.savedAt),
    orderStatus: row.status,
    demandStatusName: orderStatusNames[row.status],
    ...person(people, row.owner_id),
    tenderCount: row.tender_count,
    comments: row.comment_count,
    demandBese: { name: row.name, orderNum: row.nid, budget, issueEndTime },
  };
}

export function presentCard(stage: Stage, row: CardRow, people: People): DemandItem {
  return presentShown(stage, { ...row, savedAt: row.published_at, status: orderStatus.tendering }, people);
}

/** What belongs to the one who reads, beside the demand itself. */
export type ReaderPart = Pick<DemandInfo, 'isOwner' | 'myTender' | 'actions'>;

export function presentDemand(
  stage: Stage,
  row: DemandRow,
  people: People,
  lineNid: string,
  reader: ReaderPart,
): DemandInfo {
  const shown = { ...row, category: row.category as CategoryKey, savedAt: row.published_at ?? row.created_at };
  return {
    ...presentShown(stage, shown, people),
    describe: row.description,
    files: joinList(row.files),
    orderTime: row.ordered_at ? seconds(row.ordered_at) : 0,
    productLineNid: lineNid,
    inputState: row.proceedings.input ?? '',
    ...reader,
  };
}

export function presentTender(row: TenderRow) {
  return {
    id: row.id,
    completionDay: row.days,
    offer: fenToYuan(row.offer_fen),
    note: row.note,
    saveTime: seconds(row.updated_at),
    status: row.status,
  };
}

/**
 * Words as others than their writer read them. Contact details are covered until the demand's provider has taken it on, as in
 * conversations (decision 0029).
 */
export const readable = (words: string, open: boolean): string => (open ? words : maskContacts(words).text);

type TenderItem = z.input<typeof getTenderList.output>[number];

/** @param accepted whether the demand's provider has taken it on */
export function presentReceived(
  row: TenderRow,
  people: People,
  shop: ShopCard | undefined,
  awardedId: string | null,
  accepted: boolean,
): TenderItem {
  const awarded = row.id === awardedId;
  return {
    ...presentTender(row),
    note: readable(row.note, awarded && accepted),
    ...person(people, row.bidder_id),
    shopId: shop?.id ?? '',
    score: shop?.score ?? 0,
    deal_num: shop?.dealCount ?? 0,
    region: regionPath([shop?.provinceCode, shop?.cityCode].filter((code) => typeof code === 'string')),
    awarded,
  };
}

/** @param accepted whether the demand's provider has taken it on */
export function presentComment(
  { row, author }: Comment,
  certified: ReadonlySet<string>,
  ownerId: string,
  accepted: boolean,
): NeedComment {
  const users = new Map(author && [[author.id, author]]);
  return {
    id: row.id,
    ...person({ users, certified }, row.user_id),
    isOwner: row.user_id === ownerId,
    demandView: readable(row.content, accepted),
    saveTime: seconds(row.created_at),
  };
}
