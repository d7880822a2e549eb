import type { Stage } from '../../../contract/stages/stage.ts';
import { type DemandInfo, demandCalls, ownFields, readField } from '../../../contract/demands.ts';
import { splitList } from '../../../contract/wire.ts';

/** A demand as its page shows it; everything here is public. */
export interface DemandFacts {
  id: string;
  nid: string;
  name: string;
  stage: { key: string; name: string; number: number };
  category: string;
  status: number;
  statusName: string;
  budget: string;
  /** seconds since 1970 */
  endsAt: number;
  publishedAt: number;
  /** paragraphs */
  text: string[];
  pictures: string[];
  files: string[];
  owner: string;
  ownerAvatar: string;
  ownerCertified: boolean;
  tenders: number;
  /** 输入已变 */
  inputState: DemandInfo['inputState'];
  /** the stage's own fields in words */
  facts: { label: string; value: string; long: boolean }[];
  /** path of the call that tells a signed-in reader what he may do */
  infoPath: `/api/${string}`;
}

const paragraphs = (text: string) => text.split(/\n+/).filter((line) => line.trim() !== '');

export function demandFacts(stage: Stage, demand: DemandInfo): DemandFacts {
  const own = ownFields(stage).map((field) => ({ field, read: readField(field, demand) }));
  const pictures = own.find(({ field }) => field.widget.kind === 'images')?.read;
  return {
    id: demand.id,
    nid: demand.demandNid,
    name: demand.name,
    stage: { key: stage.key, name: stage.name, number: stage.number },
    category: demand.type,
    status: demand.orderStatus,
    statusName: demand.demandStatusName,
    budget: demand.budget,
    endsAt: demand.issueEndTime,
    publishedAt: demand.saveTime,
    text: paragraphs(demand.demandDescribe),
    pictures: Array.isArray(pictures) ? pictures : [],
    files: splitList(demand.files),
    owner: demand.nickname,
    ownerAvatar: demand.userAvatar,
    ownerCertified: demand.certified,
    tenders: demand.tenderCount,
    inputState: demand.inputState,
    facts: own
      .filter(({ field }) => field.widget.kind !== 'images')
      .map(({ field, read }) => ({
        label: field.label,
        value: Array.isArray(read) ? read.join('、') : read,
        long: field.widget.kind === 'textarea',
      })),
    infoPath: demandCalls(stage).info.path,
  };
}
