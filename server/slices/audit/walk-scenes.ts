import { type ContentKindKey, contentKinds, kindFields } from '../../../contract/content-kinds.ts';
import { certifySave } from '../../../contract/certification.ts';
import { presaleFields } from '../../../contract/operator/presale.ts';
import { beginTotp } from '../../../contract/operator/own-account.ts';
import { operatorConfirm, operatorSignin } from '../../../contract/operator/sign-in.ts';
import { joinPresell } from '../../../contract/presale.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal } from '../../testing/portal.ts';
import { buildCase } from '../cases/build.ts';
import { buildForm } from '../certification/build.ts';
import { buildContent } from '../content/build.ts';
import { claim } from '../operators/claims.ts';
import { totpCode } from '../operators/totp.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { buildTopic } from '../topics/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { at, person, reason, type Scene, signedIn } from './walk-deed.ts';

/** A new operator who knows their password, with the ticket of a first sign-in where it is wanted. */
async function newOperator(portal: Portal) {
  const made = await person(portal, { operatorRoles: ['finance'] });
  return { id: made.id, name: made.mobile, password: made.password };
}

const contentSave =
  (kind: ContentKindKey): Scene =>
  async (portal) => {
    const picture = await uploadPicture(await signedIn(portal));
    const fields = Object.entries(kindFields(kind)).map(([name, { example }]): [string, string] => [
      name,
      name === 'picture' ? picture : example,
    ]);
    return {
      input: { ...Object.fromEntries(fields), place: contentKinds[kind].places[0]?.key ?? '' },
      refused: 'auditor',
      action: `${kind}.saved`,
      subject: ({ id }) => ['content', String(id)],
      before: {},
      after: Object.fromEntries(fields.slice(0, 1)),
    };
  };

/** Signed in for the first time, half a minute and more after the code that did it. */
async function enrolledOperator(portal: Portal) {
  const { id, name, password } = await newOperator(portal);
  const { ticket, enrol } = dataOf(await portal.send(operatorSignin, { name, password }));
  const secret = enrol?.secret ?? '';
  const { token } = dataOf(await portal.send(operatorConfirm, { ticket, code: totpCode(secret, portal.clock.now()) }));
  portal.clock.advance(60_000);
  return { id, name, password, token, code: () => totpCode(secret, portal.clock.now()) };
}

/** Deeds on what people hand in, what operators publish, and their own sign-in. */
export const deskScenes: Readonly<Record<string, Scene>> = {
  caseDecide: async ({ db, clock }) => {
    const id = await buildCase(db, { review_status: shopCaseStatus.pending, submitted_at: clock.now() });
    return {
      input: { id, version: '1', decision: 'refuse', reason },
      refused: 'moderator',
      action: 'case.refused',
      subject: at('case', id),
      before: { status: 0, version: 1, public: false },
      after: { status: 2 },
      why: reason,
    };
  },
  certifyDecide: async (portal) => {
    const send = await signedIn(portal);
    const { id } = dataOf(await send(certifySave, await buildForm(send, 1)));
    return {
      input: { id, revision: '1', decision: 'refuse', reasons: JSON.stringify({ name: '与证件不符' }) },
      refused: 'moderator',
      action: 'certification.failed',
      subject: at('certification', id),
      before: { status: 0, revision: 1 },
      after: { status: 2, revision: 1, refused: ['name'] },
      why: '与证件不符',
    };
  },
  claimTake: async (portal, me) => {
    const id = newId(portal.clock.now());
    const colleague = await person(portal, { operatorRoles: ['finance'] });
    const caller = { userId: colleague.id, operatorRoles: ['finance'] };
    const context = { ...portal.app.services, now: portal.clock.now(), caller };
    await claim(context as unknown as Parameters<typeof claim>[0], { kind: 'withdrawal', id }, false);
    return {
      input: { kind: 'withdrawal', id, over: '1' },
      refused: 'moderator',
      action: 'withdrawal.taken-over',
      subject: at('withdrawal', id),
      before: { operator: colleague.id },
      after: { operator: me.id },
    };
  },
  claimRelease: { unnoted: 'gives back what runs out by itself after three minutes, and decides over nothing' },
  contentDo: async ({ app }) => {
    const id = await buildContent(app.services, 'banner');
    return {
      input: { kind: 'banner', id, version: '1', deed: 'withdraw' },
      refused: 'auditor',
      action: 'banner.withdrawn',
      subject: at('content', id),
      before: { name: '能用到六岁的婴儿床' },
      after: {},
    };
  },
  contentOrder: async ({ app }) => {
    // A place that no other scene puts anything into.
    const place = contentKinds.banner.places[1]?.key ?? '';
    const ids = [
      await buildContent(app.services, 'banner', {}, { place }),
      await buildContent(app.services, 'banner', {}, { place, position: 1 }),
    ];
    return {
      input: { kind: 'banner', place, before: ids.join(','), after: ids.toReversed().join(',') },
      refused: 'auditor',
      action: 'banner.ordered',
      subject: at('content-order', `banner/${place}`),
      before: { order: ids },
      after: { order: ids.toReversed() },
    };
  },
  ...Object.fromEntries(
    (Object.keys(contentKinds) as ContentKindKey[]).map((kind) => [`contentSave/${kind}`, contentSave(kind)]),
  ),
  deviceEnd: async (portal) => {
    const { id } = await newOperator(portal);
    const session = await portal.db
      .selectFrom('operator_sessions')
      .select('id')
      .where('operator_id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      by: { id },
      input: { id: session.id },
      refused: { input: { id: 'another' } },
      action: 'operator.device-ended',
      subject: at('operator', id),
      before: { session: session.id, device: '未知设备' },
      after: {},
    };
  },
  moderate: async (portal) => {
    const { id: userId } = await person(portal);
    const id = await buildTopic(portal.db, { user_id: userId });
    const { updated_at } = await portal.db
      .selectFrom('topics')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      input: { kind: 'topic', id, version: `${updated_at.getTime()}-1-0`, decision: 'hide', reason },
      refused: 'auditor',
      action: 'topic.hidden',
      subject: at('topic', id),
      before: { status: 1 },
      after: { status: 2, reports: 0 },
      why: reason,
    };
  },
  password: async (portal) => {
    const { id, password } = await newOperator(portal);
    return {
      by: { id },
      input: { oldPassword: password, password: 'other2026desk' },
      refused: { input: { oldPassword: 'wrong2026desk', password: 'other2026desk' } },
      action: 'operator.password-changed',
      subject: at('operator', id),
      before: {},
      after: {},
    };
  },
  personRelease: async (portal, me) => {
    const { id } = await person(portal);
    await inTransaction(portal.db, async (tx) => {
      await tx.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
      const now = portal.clock.now();
      const standing = { id: newId(now), user_id: id, reason, began_at: now, until: null, by_id: me.id };
      await tx
        .insertInto('account_suspensions')
        .values({ ...standing, ended_at: null, ended_by: null })
        .execute();
    });
    return {
      input: { id, reason },
      refused: 'finance',
      action: 'user.released',
      subject: at('user', id),
      before: { status: 2 },
      after: { status: 1 },
      why: reason,
    };
  },
  personReveal: async (portal) => {
    const { id } = await person(portal);
    return {
      input: { id, field: 'mobile', reason },
      refused: 'auditor',
      action: 'user.revealed',
      subject: at('user', id),
      before: {},
      after: { field: 'mobile' },
      why: reason,
    };
  },
  personSuspend: async (portal) => {
    const { id } = await person(portal);
    return {
      input: { id, reason },
      refused: 'finance',
      action: 'user.suspended',
      subject: at('user', id),
      before: { status: 1 },
      after: { status: 2, until: null },
      why: reason,
    };
  },
  presaleContact: async (portal) => {
    const { joinId } = await booked(portal);
    return {
      input: { id: joinId },
      refused: 'auditor',
      action: 'presale.contact-seen',
      subject: at('presale-booking', joinId),
      before: { settlement: '' },
      after: { settlement: '' },
    };
  },
  presaleOrder: async ({ db }) => {
    const now = new Date();
    const ids = [
      await buildPresaleProduct(db, { category: 'pet', position: 0 }),
      await buildPresaleProduct(db, { category: 'pet', position: 1, created_at: new Date(now.getTime() + 1) }),
    ];
    return {
      input: { category: 'pet', before: ids.join(','), after: ids.toReversed().join(',') },
      refused: 'auditor',
      action: 'presale.ordered',
      subject: at('presale-order', 'pet'),
      before: { order: ids },
      after: { order: ids.toReversed() },
    };
  },
  presaleRemove: async ({ db }) => {
    const id = await buildPresaleProduct(db);
    return {
      input: { id, version: '1' },
      refused: 'auditor',
      action: 'presale.removed',
      subject: at('presale', id),
      before: { bookings: '0' },
      after: {},
    };
  },
  presaleSave: async (portal) => {
    const pictures = await uploadPicture(await signedIn(portal));
    const values = Object.entries(presaleFields).map(([name, { example }]): [string, string] => [name, example]);
    return {
      input: { ...Object.fromEntries(values), pictures },
      refused: 'auditor',
      action: 'presale.saved',
      subject: ({ id }) => ['presale', String(id)],
      before: {},
      after: { name: presaleFields.name.example },
    };
  },
  presaleSettle: async (portal) => {
    const { id, joinId } = await booked(portal);
    const ended = new Date(portal.clock.now().getTime() - 1000);
    await portal.db.updateTable('presale_products').set({ ends_at: ended }).where('id', '=', id).execute();
    return {
      input: { id, version: '1', outcome: 'lapsed', note: reason },
      refused: 'auditor',
      action: 'presale.settled',
      subject: at('presale', id),
      before: { unsettled: 1 },
      after: { outcome: 'lapsed', unsettled: 0, pieces: 1, bookings: [joinId] },
      why: reason,
    };
  },
  recommendedSet: async ({ db }) => {
    const id = await buildCase(db, { category: 'pet' });
    return {
      input: { category: 'pet', type: '1', before: '', after: id },
      refused: 'auditor',
      action: 'recommended.set',
      subject: at('recommended', 'design/pet'),
      before: { order: [] },
      after: { order: [id] },
    };
  },
  signin: { unnoted: 'opens nothing: the code that follows it does, and is noted' },
  signinConfirm: async (portal) => {
    // The first one binds an authenticator, which is an entry of its own.
    const { id, name, password, code: now } = await enrolledOperator(portal);
    const { ticket } = dataOf(await portal.send(operatorSignin, { name, password }));
    const code = now();
    return {
      by: null,
      actorId: id,
      input: { ticket, code },
      refused: { input: { ticket, code: code === '000000' ? '000001' : '000000' } },
      action: 'operator.signed-in',
      subject: at('operator', id),
      before: {},
      after: {},
    };
  },
  signout: async (portal) => {
    const { id } = await newOperator(portal);
    return {
      by: { id },
      input: {},
      // Nobody's session ends nothing.
      refused: { input: { token: 'op.none' } },
      action: 'operator.signed-out',
      subject: at('operator', id),
      before: {},
      after: {},
    };
  },
  synonymRemove: async ({ db, clock }) => {
    const now = clock.now();
    const id = newId(now);
    await db
      .insertInto('synonym_groups')
      .values({ id, words: ['橱柜甲', '厨柜甲'], created_at: now, updated_at: now, updated_by: null })
      .execute();
    return {
      input: { id, version: '1' },
      refused: 'auditor',
      action: 'synonyms.removed',
      subject: at('synonyms', id),
      before: { words: ['橱柜甲', '厨柜甲'] },
      after: {},
    };
  },
  synonymSave: async () => ({
    input: { words: '茶台甲,茶桌甲' },
    refused: 'auditor',
    action: 'synonyms.saved',
    subject: ({ id }) => ['synonyms', String(id)],
    before: {},
    after: { words: ['茶台甲', '茶桌甲'] },
  }),
  totpBegin: { unnoted: 'binds nothing: the code that follows it does, and is noted' },
  totpConfirm: async (portal) => {
    const { id, password, token, code: now } = await enrolledOperator(portal);
    const { ticket, secret } = dataOf(await portal.as({ token })(beginTotp, { password, code: now() }));
    const newCode = totpCode(secret, portal.clock.now());
    return {
      by: { id },
      token,
      input: { ticket, newCode },
      refused: { input: { ticket, newCode: newCode === '000000' ? '000001' : '000000' } },
      action: 'operator.totp-replaced',
      subject: at('operator', id),
      before: {},
      after: {},
    };
  },
  wordAdd: async () => ({
    input: { words: '违禁词丙' },
    refused: 'auditor',
    action: 'held-word.added',
    subject: () => ['held-word', ''],
    before: {},
    after: { word: '违禁词丙' },
  }),
  wordRemove: async ({ db, clock }) => {
    const id = newId(clock.now());
    await db
      .insertInto('held_words')
      .values({ id, word: '违禁词丁', plain: '违禁词丁', created_at: clock.now(), created_by: null })
      .execute();
    return {
      input: { id },
      refused: 'auditor',
      action: 'held-word.removed',
      subject: at('held-word', id),
      before: { word: '违禁词丁' },
      after: {},
    };
  },
};

/** A pre-sale product that somebody has booked one of. */
async function booked(portal: Portal): Promise<{ id: string; joinId: string }> {
  const now = portal.clock.now();
  const id = await buildPresaleProduct(portal.db, { created_at: now, published_at: now });
  const send = await signedIn(portal);
  const { id: joinId } = dataOf(await send(joinPresell, { productId: id, number: '1', tel: '13812345678' }));
  return { id, joinId };
}
