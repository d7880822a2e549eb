import { inTransaction } from '../../db/transaction.ts';
import type { Seeding } from '../../seeding/seeding.ts';
import { issueCode } from './codes.ts';
import { saveConsent } from './consents.ts';
import { takeIntoLog } from './log.ts';
import { signHead } from './sweep.ts';

/** Lines that went through so many stages have labels in the demo. */
const stagesAtLeast = 3;

/** Agreed to nothing, as everybody does to begin with. */
const silent = 'lingxia';

/**
 * The demo's past is taken into the log as any other, and signed. Those who took part in it agreed to be shown, but for one,
 * so that both can be seen; lines that came far have a code on their labels.
 */
export async function seedTrace({
  services,
  userId,
  now,
}: Pick<Seeding, 'services' | 'userId' | 'now'>): Promise<void> {
  const { db } = services;
  const finished = await db
    .selectFrom('demands')
    .select(['line_id', 'owner_id'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('in_line', '=', true)
    .where('status', '=', 7)
    .groupBy(['line_id', 'owner_id'])
    .having((eb) => eb.fn.countAll(), '>=', stagesAtLeast)
    .execute();
  const lineIds = finished.map(({ line_id }) => line_id);
  if (lineIds.length > 0) {
    const providers = await db
      .selectFrom('demands')
      .select('provider_id')
      .distinct()
      .where('line_id', 'in', lineIds)
      .execute();
    await inTransaction(db, async (tx) => {
      for (const { line_id } of finished) await issueCode(tx, line_id, now);
      for (const owner of new Set(finished.map(({ owner_id }) => owner_id)))
        await saveConsent(tx, owner, { product: true }, now);
      for (const { provider_id } of providers)
        if (provider_id !== null && provider_id !== userId(silent))
          await saveConsent(tx, provider_id, { name: true, words: true }, now);
    });
  }
  await takeIntoLog(db);
  await signHead(services);
}
