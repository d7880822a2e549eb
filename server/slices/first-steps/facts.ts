import type { Kysely } from 'kysely';
import {
  type FirstStepKey,
  firstStepKeys,
  type FirstSteps,
  type FirstStepsPath,
} from '../../../contract/first-steps.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { certificationStatus, shopCaseStatus, type ShopCaseStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import { findUser } from '../accounts/queries.ts';
import { reviewsOfShop } from '../cases/queries.ts';
import { ownCertifications } from '../certification/queries.ts';
import { hasPublished, hasTendered } from '../demands/queries.ts';
import { shopsOfUsers } from '../shop/queries.ts';

type State = FirstSteps['steps'][number]['state'];

const done = (is: boolean): State => (is ? 'done' : 'todo');

/** How far somebody is, from what is really there: nothing is ticked off by hand. */
export async function firstStepsOf(db: Kysely<DB>, userId: string, stages: readonly Stage[]): Promise<FirstSteps> {
  const [said, user, papers, shops, published, tendered] = await Promise.all([
    db.selectFrom('first_steps').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    findUser(db, userId),
    ownCertifications(db, userId, { page: 1, pageSize: 1 }),
    shopsOfUsers(db, [userId]),
    hasPublished(db, userId),
    hasTendered(db, userId),
  ]);
  const shop = shops.get(userId);
  const certified = papers.rows[0]?.status;
  const states: Readonly<Record<FirstStepKey, State>> = {
    profile: done(user?.nick_name != null && user.avatar_url !== null),
    certify: certified === undefined ? 'todo' : certificationStates[certified],
    demand: done(published),
    // A shop that nobody can place or ask for anything is not ready for visitors.
    shop: done(shop !== undefined && shop.provinceCode !== null && shop.stageKeys.length > 0),
    case: shop === undefined ? 'todo' : caseState(await reviewsOfShop(db, shop.id)),
    tender: done(tendered),
  };
  const path = said?.path ?? (user?.account_type === 2 ? 'sell' : 'buy');
  const steps = firstStepKeys[path].map((key) => ({ key, state: states[key] }));
  return {
    path,
    shown: (said?.dismissed_at ?? null) === null && steps.some(({ state }) => state !== 'done'),
    steps,
    stage: servedStage(stages, [...(shop?.stageKeys ?? []), papers.rows[0]?.stage_key ?? '']),
  };
}

const { pending, passed, failed } = certificationStatus;
const certificationStates = { [pending]: 'waiting', [passed]: 'done', [failed]: 'failed' } as const;

/** The case that is furthest speaks for all. */
function caseState(reviews: ReadonlySet<ShopCaseStatus>): State {
  if (reviews.has(shopCaseStatus.approved)) return 'done';
  if (reviews.has(shopCaseStatus.pending)) return 'waiting';
  return reviews.has(shopCaseStatus.rejected) ? 'failed' : 'todo';
}

/** The first stage of the chain that somebody serves; the first of all where nothing is known. */
function servedStage(stages: readonly Stage[], keys: readonly string[]): string {
  return (stages.find(({ key }) => keys.includes(key)) ?? stages[0])?.key ?? '';
}

/** Keeps what somebody says of their first steps. */
export async function keepFirstSteps(
  db: Kysely<DB>,
  userId: string,
  said: { path: FirstStepsPath } | { dismissed_at: Date },
): Promise<void> {
  await db
    .insertInto('first_steps')
    .values({ user_id: userId, path: null, dismissed_at: null, ...said })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(said))
    .execute();
}
