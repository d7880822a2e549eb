import { shopCaseStatus } from '../../../contract/statuses.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { daysBefore, lookUp, picturesOf, type Seeding } from '../../seeding/seeding.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { demoProviders } from '../shop/seed-data.ts';
import type { DemoCase } from './seed-data/case.ts';
import { designCases } from './seed-data/design.ts';
import { logisticsCases } from './seed-data/logistics.ts';
import { makeCases } from './seed-data/make.ts';
import { proofingCases } from './seed-data/proofing.ts';
import { samCases } from './seed-data/sam.ts';
import { sprayCases } from './seed-data/spray.ts';
import { stockCases } from './seed-data/stock.ts';
import { insertCases } from './store.ts';
import { caseSubject } from './subject.ts';
import type { NewCase } from './tables.ts';

/** The cases of the demo data by stage key. */
export const demoCases: Readonly<Record<string, readonly DemoCase[]>> = {
  design: designCases,
  proofing: proofingCases,
  stock: stockCases,
  make: makeCases,
  spray: sprayCases,
  sam: samCases,
  logistics: logisticsCases,
};

/** Puts up the demo cases. `fans` are the people whose likes they have. */
export async function seedCases(
  seeding: Seeding,
  shops: ReadonlyMap<string, string>,
  fans: readonly string[],
): Promise<void> {
  const { services, now, userId } = seeding;
  const shopId = lookUp('shop', shops);
  const provider = lookUp('provider', new Map(demoProviders.map((one) => [one.key, one])));

  const entries = Object.entries(demoCases).flatMap(([stage_key, cases]) =>
    cases.map((demo) => {
      const created_at = daysBefore(now, demo.age);
      const { address, point } = provider(demo.shop);
      // Only a stage that shows its providers on a map asks for an address.
      const stage = services.stages.find(({ key }) => key === stage_key);
      const located = stage?.case.some(({ widget }) => widget.kind === 'location') ?? false;
      const [appraisal_count = 0, praise_count = 0] = demo.praise ?? [];
      const row = {
        id: newId(created_at),
        shop_id: shopId(demo.shop),
        stage_key,
        category: demo.category,
        name: demo.name,
        pictures: picturesOf(seeding, demo.shots),
        details: JSON.stringify(withFiles(demo, seeding)),
        ...(located && { address }),
        ...(located && !demo.unplaced && { lat: point[0], lng: point[1] }),
        ...reviewOf(demo, created_at),
        ...(demo.draft && { draft: JSON.stringify({ ...demo.draft, pictures: picturesOf(seeding, demo.shots) }) }),
        recommended: demo.recommended ?? false,
        appraisal_count,
        praise_count,
        labels: JSON.stringify(demo.labels ?? {}),
        created_at,
        updated_at: created_at,
      };
      return { row, demo };
    }),
  );
  // Oldest first, as they came.
  entries.sort((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime());

  await inTransaction(services.db, async (tx) => {
    await insertCases(
      tx,
      entries.map(({ row }) => row),
    );
    for (const [index, { row, demo }] of entries.entries()) {
      if (demo.revision) await reviseCase(tx, seeding, row, demo.revision);
      const comments = (demo.comments ?? []).map(([who, daysAgo, content]) => {
        const at = daysBefore(now, daysAgo);
        return { user_id: userId(who), content, created_at: at };
      });
      await addComments(tx, caseSubject, row.id, comments);
      // Another beginning for each, so that not the same few people like everything.
      const likers = Array.from({ length: demo.likes ?? 0 }, (_, n) => fans[(index * 5 + n) % fans.length] as string);
      await addLikes(tx, caseSubject, row.id, likers, now);
    }
  });
}

async function reviseCase(
  tx: Tx,
  { now }: Seeding,
  { id, category, pictures, details }: Pick<NewCase, 'id' | 'category' | 'pictures'> & { details: string },
  revision: NonNullable<DemoCase['revision']>,
): Promise<void> {
  const at = daysBefore(now, revision.daysAgo);
  const changed = { ...(JSON.parse(details) as object), ...revision.details };
  await tx
    .insertInto('case_revisions')
    .values({
      case_id: id,
      category,
      name: revision.name,
      pictures,
      details: JSON.stringify(changed),
      submitted_at: at,
      updated_at: at,
    })
    .execute();
}

function reviewOf({ review, draft }: DemoCase, at: Date) {
  if (draft) return { review_status: shopCaseStatus.pending };
  if (review === 'pending') return { review_status: shopCaseStatus.pending, submitted_at: at };
  if (review) return { review_status: shopCaseStatus.rejected, review_reason: review.rejected, submitted_at: at };
  return { review_status: shopCaseStatus.approved, submitted_at: at };
}

function withFiles({ details, clip }: DemoCase, seeding: Seeding): Record<string, unknown> {
  const { parameterPictures } = details;
  return {
    ...details,
    ...(parameterPictures && { parameterPictures: picturesOf(seeding, parameterPictures) }),
    ...(clip && { video: seeding.clip(clip) }),
  };
}
