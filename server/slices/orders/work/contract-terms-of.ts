import type { Stage } from '../../../../contract/stages/stage.ts';
import type { Services } from '../../../calls/context.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { passedCertifications } from '../../certification/queries.ts';
import type { OrderRow } from '../facts.ts';
import { historyOf, productLines, tenderById } from '../queries.ts';
import { type ContractParty, type ContractTerms, contractTerms } from './contract-terms.ts';

/** What the order's contract says: of the parties only what each may see of the other. */
export async function termsOf(
  { db, stages, secret }: Pick<Services, 'db' | 'stages' | 'secret'>,
  row: OrderRow,
): Promise<ContractTerms> {
  const stage = stages.find(({ key }) => key === row.stage) as Stage;
  const sides = [row.owner_id, row.provider_id].filter((id) => id !== null);
  const [people, certified, [line], history, tender] = await Promise.all([
    publicUsers(db, sides),
    passedCertifications({ db, secret }, sides),
    productLines(db, [row.line_id]),
    historyOf(db, row.id),
    row.awarded_tender_id === null ? undefined : tenderById(db, row.awarded_tender_id),
  ]);
  const accepted = history.findLast(({ action }) => action === 'accept');
  const party = (id: string | null): ContractParty => {
    const papers = id === null ? undefined : certified.get(id);
    const words = papers && (papers.account_type === 2 ? `企业认证，${papers.name}` : '个人认证');
    return { name: (id !== null && people.get(id)?.name) || '用户', certified: words ?? '' };
  };
  return contractTerms(row, {
    stage,
    owner: party(row.owner_id),
    provider: party(row.provider_id),
    lineNid: line?.nid ?? '',
    acceptedAt: accepted?.at ?? row.ordered_at ?? row.created_at,
    workDays: tender?.days ?? null,
  });
}
