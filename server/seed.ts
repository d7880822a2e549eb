import { v7 as uuid } from 'uuid';
import { operatorRoleKeys } from '../contract/operator/roles.ts';
import type { Services } from './calls/context.ts';
import { MovableClock } from './clock.ts';
import type { Tx } from './db/transaction.ts';
import { inTransaction } from './db/transaction.ts';
import { demoOperator } from './seeding/demo/accounts.ts';
import { buyers, type DemoPerson, talkers } from './seeding/demo/people.ts';
import { type Shot, shotKey, shotRequest, type Shots, shotsOf } from './seeding/demo/shots.ts';
import { keepClips } from './seeding/clips.ts';
import { drawPicture, type PictureRequest } from './seeding/pictures.ts';
import { beginSeeding } from './seeding/once.ts';
import { daysBefore, lookUp, type Seeding } from './seeding/seeding.ts';
import { hashPassword } from './slices/accounts/passwords.ts';
import { seedUser } from './slices/accounts/seed.ts';
import { demoCases, seedCases } from './slices/cases/seed.ts';
import { demoAds, demoBanners, demoLive } from './slices/content/seed-data.ts';
import { seedCertifications } from './slices/certification/seed.ts';
import { seedContent } from './slices/content/seed.ts';
import { demoDeals, seedDemands } from './slices/demands/seed.ts';
import { seedEstimates } from './slices/estimates/seed.ts';
import { seedLedger } from './slices/ledger/seed.ts';
import { seedConversations } from './slices/messages/seed.ts';
import { seedReports } from './slices/moderation/seed.ts';
import { insertOperator } from './slices/operators/manage.ts';
import { totpSeal } from './slices/operators/totp.ts';
import { demoProducts } from './slices/presale/seed-data.ts';
import { seedPresale } from './slices/presale/seed.ts';
import { rebuildIndex } from './slices/search/keep.ts';
import { demoProviders } from './slices/shop/seed-data.ts';
import { seedShops } from './slices/shop/seed.ts';
import { demoTopics } from './slices/topics/seed-data.ts';
import { seedTopics } from './slices/topics/seed.ts';
import { seedTrace } from './slices/trace/seed.ts';
import { seedWallet } from './slices/wallet/seed.ts';

/** Demo pictures are drawn in these sizes, a room larger than a piece: drawing is most of the time that seeding takes. */
const roomSize = { width: 960, height: 720 };
const pieceSize = { width: 800, height: 600 };
const bannerSize = { width: 1600, height: 560 };

/**
 * Fills an empty database with the demo data, told from the clock's now. Gives whether it did: a database that was
 * seeded, or that has users of its own, is left alone. One that was interrupted while being seeded is emptied and filled
 * anew, so nothing may answer visitors meanwhile.
 */
export async function seedDemo(services: Services): Promise<boolean> {
  return beginSeeding(services, 'demo', async () => {
    const now = services.clock.now();
    const clock = new MovableClock(now);
    const quiet = { ...services, clock, limits: { ...services.limits, take: async () => 0 } };
    const people = await seedPeople(services, now);
    const pictures = await drawShots(services, now);
    const banners = await drawBanners(services, now);
    const films = await keepClips(services, now);
    const seeding: Seeding = {
      services: quiet,
      clock,
      now,
      userId: lookUp('person', new Map([...people].map(([key, { id }]) => [key, id]))),
      picture: (shot) => lookUp('picture', pictures)(shotKey(shot)),
      clip: lookUp('clip', films),
    };
    const fans = [...people.values()];
    const fanIds = fans.map(({ id }) => id);
    const shops = await seedShops(seeding);
    await seedCertifications(seeding);
    await seedCases(seeding, shops, fanIds);
    const products = await seedPresale(seeding, fans);
    await seedContent(
      seeding,
      (index) => banners[index] as string,
      (name) => {
        const id = products.get(name);
        if (!id) throw new Error(`No product is called ${name}`);
        return `/presale/${id}`;
      },
    );
    await seedTopics(seeding, fanIds);
    await seedReports(seeding);
    const movements = await seedDemands(seeding);
    await seedEstimates(seeding);
    await seedConversations(seeding);
    const buyerIds = buyers.map(({ key }) => seeding.userId(key));
    await seedLedger(services, movements, buyerIds, now);
    await seedWallet(seeding, demoProviders[0]?.key ?? '');
    await seedTrace({ ...seeding, services });
    await rebuildIndex(services);
  });
}

/** By the keys that demo data names them by; the operator besides, whom none names. */
async function seedPeople(
  { db, settings, secret }: Services,
  now: Date,
): Promise<Map<string, { id: string; mobile: string }>> {
  const passwordHash = await hashPassword(settings.demoPassword);
  const providers = demoProviders.map((provider) => ({ ...provider, nickName: provider.shopName }));
  const add = (tx: Tx, { mobile, accountType, nickName, joined }: DemoPerson) =>
    seedUser(tx, {
      mobile,
      passwordHash,
      accountType,
      nickName,
      createdAt: daysBefore(now, joined),
    });
  return inTransaction(db, async (tx) => {
    const id = uuid();
    await insertOperator(tx, {
      ...demoOperator,
      id,
      passwordHash,
      roles: operatorRoleKeys,
      totp: totpSeal(secret).seal(demoOperator.totpSecret, id),
      createdAt: daysBefore(now, 430),
    });
    const people = new Map<string, { id: string; mobile: string }>();
    for (const person of [...buyers, ...providers, ...talkers])
      people.set(person.key, { id: await add(tx, person), mobile: person.mobile });
    return people;
  });
}

/** Every shot that some demo data names, once. */
function allShots(): Map<string, Shot> {
  const named: Shots[] = [
    ...Object.values(demoCases).flatMap((cases) =>
      cases.flatMap(({ shots, details }) => [...shots, ...(details.parameterPictures ?? [])]),
    ),
    ...demoDeals.flatMap(({ shots }) => shots),
    ...demoTopics.flatMap(({ shots }) => shots),
    ...demoProducts.flatMap(({ shots }) => shots),
    ...demoAds.map(({ shots }) => shots),
    demoLive.shots,
  ];
  return new Map(named.flatMap(shotsOf).map((shot) => [shotKey(shot), shot]));
}

/** Draws them a few at a time: drawing blocks the process for a moment, and connections would time out behind all. */
async function draw(services: Services, requests: readonly PictureRequest[], now: Date): Promise<string[]> {
  const urls: string[] = [];
  const waiting = requests.entries();
  const drawer = async () => {
    for (const [index, request] of waiting) urls[index] = (await drawPicture(services, request, now)).url;
  };
  await Promise.all([drawer(), drawer(), drawer()]);
  return urls;
}

async function drawShots(services: Services, now: Date): Promise<Map<string, string>> {
  const shots = [...allShots()];
  const requests = shots.map(([, shot]) => shotRequest(shot, shot.view === 'scene' ? roomSize : pieceSize));
  const urls = await draw(services, requests, now);
  return new Map(shots.map(([key], index) => [key, urls[index] as string]));
}

async function drawBanners(services: Services, now: Date): Promise<string[]> {
  const drawn = demoBanners.flatMap(({ picture }) => (picture ? [picture] : []));
  const requests = drawn.map((picture) => shotRequest({ ...picture, view: 'scene' }, bannerSize));
  const urls = await draw(services, requests, now);
  return demoBanners.map(({ picture }) => (picture ? (urls.shift() as string) : ''));
}
