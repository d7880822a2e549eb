import { type Certification, certificationItems, isFiles, regionKey } from '../../../contract/certification.ts';
import type { EvidenceItem, OperatorCertification } from '../../../contract/operator/certification.ts';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { certificationStatusNames } from '../../../contract/statuses.ts';
import type { PrivateFile } from '../../../contract/uploads.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { PublicUser } from '../accounts/queries.ts';
import { identityOf, maskedName } from './identity.ts';
import type { CertificationRow } from './tables.ts';

interface Ground {
  readonly secret: string;
  readonly stages: readonly Stage[];
}

const stageOf = ({ stages }: Pick<Ground, 'stages'>, row: CertificationRow) =>
  stages.find(({ key }) => key === row.stage_key);
const regionOf = (row: CertificationRow) => regionPath([row.province_code, row.city_code]);

/** As its owner sees it. */
export function presentCertification(ground: Ground, row: CertificationRow): Certification {
  const identity = identityOf(ground.secret, row);
  const stage = stageOf(ground, row);
  const files = (key: string) => joinList(row.papers[key] ?? []);
  return {
    id: row.id,
    account_type: row.account_type,
    type: stage?.enterpriseType ?? 0,
    typeName: stage?.name ?? '',
    name: identity.name,
    country: '中国',
    provice: row.province_code,
    city: row.city_code,
    region: regionOf(row),
    address_detail: identity.addressDetail,
    contact_name: identity.contactName,
    contact_phone: identity.contactPhone,
    contact_email: identity.contactEmail,
    business_license: files('businessLicense'),
    qualification: files('qualification'),
    authorization: files('authorization'),
    contract: files('contract'),
    designs: files('designs'),
    employees: files('employees'),
    devices: files('devices'),
    status: row.status,
    statusName: certificationStatusNames[row.status],
    create_time: seconds(row.created_at),
    submitTime: seconds(row.submitted_at ?? row.created_at),
    decideTime: row.decided_at && seconds(row.decided_at),
    revision: row.revision,
    refused: refusedItems(ground, row).map(({ wire, label, reason }) => ({ item: wire, label, reason })),
  };
}

/** What was refused, in the order of the form. */
function refusedItems({ stages }: Pick<Ground, 'stages'>, row: CertificationRow) {
  return certificationItems(row.account_type, stages).flatMap(({ key, wire, label }) => {
    const reason = row.refusals[key];
    return reason === undefined ? [] : [{ wire, label, reason }];
  });
}

/** As it stands in the operators' queue: nothing that is sealed. */
export function presentForDesk(
  ground: Pick<Ground, 'stages'>,
  row: CertificationRow,
  people: ReadonlyMap<string, PublicUser>,
): OperatorCertification {
  return {
    id: row.id,
    nickname: people.get(row.user_id)?.name ?? '',
    account_type: row.account_type,
    typeName: stageOf(ground, row)?.name ?? '',
    region: regionOf(row),
    status: row.status,
    statusName: certificationStatusNames[row.status],
    revision: row.revision,
    submitTime: seconds(row.submitted_at ?? row.created_at),
    decideTime: row.decided_at && seconds(row.decided_at),
    decidedBy: people.get(row.decided_by ?? '')?.name ?? '',
    refused: refusedItems(ground, row).map(({ label }) => label),
  };
}

/**
 * Everything that was handed in, item by item as the form asks it. `linkOf` null: for who looks on and does not decide, with no
 * file and no contact, and of the name and the place what everybody sees of them.
 */
export function presentEvidence(
  ground: Ground,
  row: CertificationRow,
  linkOf: ((url: string) => PrivateFile | undefined) | null,
): EvidenceItem[] {
  type Words = Readonly<Record<string, string>>;
  const identity = identityOf(ground.secret, row);
  const place = regionOf(row);
  const type = stageOf(ground, row)?.name ?? '';
  const all: Words = { ...identity, [regionKey]: [place, identity.addressDetail].filter(Boolean).join(' '), type };
  const seen: Words = linkOf ? all : { name: maskedName(identity.name, row.account_type), [regionKey]: place, type };
  return certificationItems(row.account_type, ground.stages).map((item) => {
    const papers = row.papers[item.key] ?? [];
    const [text, whole] = isFiles(item) ? ['', ''] : [seen[item.key] ?? '', all[item.key] ?? ''];
    return {
      item: item.wire,
      label: item.label,
      required: item.required,
      kind: isFiles(item) ? (item.widget.kind === 'images' ? 'images' : 'documents') : 'text',
      text,
      files: linkOf ? papers.map(linkOf).filter((file) => file !== undefined) : [],
      covered: text !== whole || (linkOf === null && papers.length > 0),
      reason: row.refusals[item.key] ?? '',
      answers: row.answered[item.key] ?? '',
    };
  });
}
