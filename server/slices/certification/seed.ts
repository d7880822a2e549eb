import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { certificationStatus } from '../../../contract/statuses.ts';
import { type UploadKind, uploadKinds } from '../../../contract/uploads.ts';
import { temporaryFolder } from '../../adapters/storage/open.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { drawPaper, emptyPdf, type PaperKind } from '../../seeding/papers.ts';
import { daysBefore, hoursBefore, type Seeding } from '../../seeding/seeding.ts';
import { demoProviders } from '../shop/seed-data.ts';
import { keepPrivately } from '../uploads/private.ts';
import { insertStored } from '../uploads/queries.ts';
import { withReceived } from '../uploads/receive.ts';
import { sealIdentity } from './identity.ts';
import { submitCertification } from './submit.ts';

interface Applicant {
  key: string;
  accountType: 1 | 2;
  wire: Readonly<Record<string, string>>;
  hoursAgo: number;
}

const firm = {
  type: '4',
  provice: '36',
  city: '3607',
  contact_name: '谢师傅',
  contact_phone: '07970000002',
  contact_email: 'office@sansun.example.com',
};

/** Who waits at the reviewers' desk; names and numbers are invented. */
const waiting: readonly Applicant[] = [
  {
    key: 'heyuan',
    accountType: 2,
    hoursAgo: 9,
    wire: {
      ...firm,
      name: '禾园月子中心有限公司',
      type: '7',
      contact_name: '孟知夏',
      contact_phone: '13800000011',
      contact_email: 'mengzhixia@heyuan.example.com',
    },
  },
  {
    key: 'jiumian',
    accountType: 1,
    hoursAgo: 3,
    wire: {
      name: '林棉',
      provice: '33',
      city: '3301',
      contact_name: '林棉',
      contact_phone: '13800000014',
      contact_email: 'linmian@example.com',
    },
  },
];

/** Firms that buy and were certified long ago, so that the figures know where demands come from. */
const certifiedBuyers = [
  { key: 'muer', joined: 351, shopName: '木耳宠物生活', region: ['33', '3301'] },
  { key: 'fangcun', joined: 338, shopName: '方寸办公采购', region: ['31', '3101'] },
  { key: 'qixiao', joined: 266, shopName: '栖小院民宿', region: ['53', '5329'] },
].map((firm) => ({ ...firm, accountType: 2 as const, stages: ['sam'] }));

/** Certifies the demo providers and some buyers, the first with papers to look at, and lets two others wait at the desk. */
export async function seedCertifications(seeding: Seeding): Promise<void> {
  const { services, now, userId } = seeding;
  const [first, ...others] = demoProviders.filter(({ certified }) => certified);
  if (first) {
    const hoursAgo = (first.joined - 1) * 24;
    const wire = { ...firm, name: first.shopName };
    const { id } = await apply(seeding, { key: first.key, accountType: first.accountType, wire, hoursAgo });
    await services.db
      .updateTable('certifications')
      .set({ status: certificationStatus.passed, decided_at: daysBefore(now, first.joined - 3) })
      .where('id', '=', id)
      .execute();
  }
  const rows = [...others, ...certifiedBuyers].map(({ key, joined, accountType, stages, shopName: name, region }) => {
    const whose = { id: newId(daysBefore(now, joined - 1)), user_id: userId(key) };
    const identity = { name, addressDetail: '', contactName: '', contactPhone: '', contactEmail: '' };
    return {
      ...whose,
      ...sealIdentity(services.secret, whose, identity),
      account_type: accountType,
      stage_key: accountType === 2 ? (stages[0] ?? null) : null,
      province_code: region[0],
      city_code: region[1],
      status: certificationStatus.passed,
      created_at: daysBefore(now, joined - 1),
      submitted_at: daysBefore(now, joined - 1),
      decided_at: daysBefore(now, joined - 3),
    };
  });
  await services.db.insertInto('certifications').values(rows).execute();
  for (const applicant of waiting) await apply(seeding, applicant);
}

/** Hands papers in, as the person would. */
async function apply({ services, now, userId }: Seeding, { key, accountType, wire, hoursAgo }: Applicant) {
  const at = hoursBefore(now, hoursAgo);
  const caller = { userId: userId(key), accountType };
  const context = { ...services, caller, now: at } as SignedInContext;
  const paper = async (kind: PaperKind) => keep(context, 'image', `${kind}.png`, await drawPaper(kind));
  const papers = {
    qualification: await paper(accountType === 1 ? 'identity' : 'certificate'),
    authorization: await paper('letter'),
    contract: await keep(context, 'document', '平台服务合同.pdf', emptyPdf()),
    ...(accountType === 1
      ? { designs: await paper('drawing') }
      : { business_license: await paper('licence'), devices: await paper('machine') }),
  };
  const submission = {
    accountType,
    wire: { ...wire, ...papers },
    addressDetail: undefined,
    revision: 0,
    requestId: undefined,
  };
  return submitCertification(context, submission);
}

async function keep(context: SignedInContext, kind: UploadKind, name: string, bytes: Buffer): Promise<string> {
  const { db, storage, secret, settings, caller, now } = context;
  const opening = { id: uuid(), owner: caller.userId, kind, name, now };
  const room = { folder: temporaryFolder(settings), ...uploadKinds[kind] };
  return withReceived(Readable.from([bytes]), room, async (received) => {
    const kept = await keepPrivately(storage, secret, opening, received);
    return (await insertStored(db, opening, kept)).url;
  });
}
