import {
  accountType,
  certificationStatus,
  certificationStatusNames,
  shopCaseStatus,
  shopCaseStatusNames,
} from '../../../contract/statuses.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { accountReleased, accountReopened, accountSuspended, signedInElsewhere } from '../accounts/events.ts';
import { findUser, publicUsers } from '../accounts/queries.ts';
import { suspensionById, untilText } from '../accounts/suspensions.ts';
import { operatorsWith } from '../operators/queries.ts';
import { reviewers } from '../certification/policy.ts';
import { demandById } from '../demands/queries.ts';
import { caseDecided, caseSubmitted } from '../cases/events.ts';
import { deciders } from '../cases/own/policy.ts';
import { caseName } from '../cases/queries.ts';
import { certificationDecided, certificationSubmitted } from '../certification/events.ts';
import { messageSent } from '../messages/events.ts';
import { conversationById, sideOf } from '../messages/queries.ts';
import { outcomes } from '../../../contract/operator/presale.ts';
import { presaleOver, presaleSettled } from '../presale/events.ts';
import { joinById, joinsOfProduct, productsById } from '../presale/queries.ts';
import { commented, liked } from '../reactions/events.ts';
import { commentById } from '../reactions/queries.ts';
import { subjects } from '../reactions/subjects.ts';
import { clipped, hears, type Source } from './source.ts';

const subjectNames: Readonly<Record<SubjectKind, string>> = {
  topic: '话题',
  presale: '预售',
  case: '案例',
  demand: '需求',
};

export const peopleSources: Source[] = [
  hears(liked, async ({ kind, subjectId, userId }, { db }) => {
    const [kept, people] = await Promise.all([subjects[kind].kept(db, subjectId), publicUsers(db, [userId])]);
    if (!kept) return [];
    const { name, path: link } = kept;
    return [
      {
        userId: kept.userId,
        kind: 'liked',
        cause: `liked ${kind} ${subjectId} ${userId}`,
        bundle: `${kind} ${subjectId}`,
        actorId: userId,
        facts: { who: people.get(userId)?.name ?? '', what: subjectNames[kind], name, link },
      },
    ];
  }),
  hears(commented, async ({ kind, subjectId, commentId }, { db }) => {
    const [kept, comment] = await Promise.all([subjects[kind].kept(db, subjectId), commentById(db, commentId)]);
    if (!kept || !comment) return [];
    const { name, path: link } = kept;
    const who = (await publicUsers(db, [comment.user_id])).get(comment.user_id)?.name ?? '';
    const said = (await subjects[kind].readable?.(db, subjectId, comment.content)) ?? comment.content;
    return [
      {
        userId: kept.userId,
        kind: 'commented',
        cause: `commented ${commentId}`,
        actorId: comment.user_id,
        facts: { who, what: subjectNames[kind], name, link, text: clipped(said) },
      },
    ];
  }),
  hears(messageSent, async ({ conversationId, toUserId, cause }, { db }) => {
    const [conversation, side] = await Promise.all([
      conversationById(db, conversationId),
      sideOf(db, conversationId, toUserId),
    ]);
    // Whoever has it open has read it already.
    if (!conversation || !side?.unread) return [];
    const { owner_id, partner_id, demand_id } = conversation;
    const actorId = owner_id === toUserId ? partner_id : owner_id;
    const [demand, people] = await Promise.all([demandById(db, demand_id), publicUsers(db, [actorId])]);
    if (!demand) return [];
    const facts = {
      who: people.get(actorId)?.name ?? '',
      name: demand.name,
      link: `/personal/messages/${conversationId}`,
    };
    return [{ userId: toUserId, kind: 'message', cause: `message ${cause}`, bundle: conversationId, actorId, facts }];
  }),
  hears(certificationDecided, async ({ userId, decision, cause }, { db }) => {
    const user = await findUser(db, userId);
    if (!user) return [];
    const alone = user.account_type === accountType.individual;
    const said = certificationStatusNames[certificationStatus[decision]];
    const facts = {
      what: alone ? '个人认证' : '企业认证',
      status: decision === 'failed' ? `${said}，请按每项的原因重新提交` : said,
      link: `/personal/certify/${alone ? 'personal' : 'company'}`,
    };
    return [{ userId, kind: 'certification', cause: `certification ${cause}`, facts }];
  }),
  hears(certificationSubmitted, async ({ userId, certificationId, cause }, { db }) => {
    const [people, operators] = await Promise.all([publicUsers(db, [userId]), operatorsWith(db, reviewers)]);
    const facts = { who: people.get(userId)?.name ?? '', id: certificationId };
    return operators.map((id) => ({
      userId: id,
      kind: 'certificationAsked',
      cause: `certification ${cause}`,
      actorId: userId,
      facts,
    }));
  }),
  // Told although one did it oneself: perhaps it was somebody else.
  hears(signedInElsewhere, async ({ userId }, _services, cause) => [{ userId, kind: 'signedIn', cause, facts: {} }]),
  hears(accountReopened, async ({ userId }, _services, cause) => [{ userId, kind: 'reopened', cause, facts: {} }]),
  hears(accountSuspended, async ({ userId, suspensionId }, { db }, cause) => {
    const row = await suspensionById(db, suspensionId);
    if (!row) return [];
    return [{ userId, kind: 'suspended', cause, facts: { until: untilText(row.until), reason: row.reason } }];
  }),
  hears(accountReleased, async ({ userId }, _services, cause) => [{ userId, kind: 'released', cause, facts: {} }]),
  hears(caseSubmitted, async ({ caseId, userId, cause }, { db }) => {
    const [name, people, operators] = await Promise.all([
      caseName(db, caseId),
      publicUsers(db, [userId]),
      operatorsWith(db, deciders),
    ]);
    if (name === undefined) return [];
    const facts = { who: people.get(userId)?.name ?? '', name, id: caseId };
    return operators.map((id) => ({
      userId: id,
      kind: 'caseAsked',
      cause: `case sent ${cause}`,
      bundle: caseId,
      actorId: userId,
      facts,
    }));
  }),
  hears(caseDecided, async ({ caseId, userId, decision, cause }, { db }) => {
    const { approved, rejected } = shopCaseStatus;
    const said = shopCaseStatusNames[decision === 'approved' ? approved : rejected];
    const status = decision === 'approved' ? said : `${said}，请看原因，修改后再提交`;
    const facts = { name: (await caseName(db, caseId)) ?? '', status, link: '/personal/shop/shop' };
    return [{ userId, kind: 'case', cause: `case ${cause}`, facts }];
  }),
  hears(presaleSettled, async ({ joinId, productId }, { db }) => {
    const [join, products] = await Promise.all([joinById(db, joinId), productsById(db, [productId])]);
    const product = products.get(productId);
    if (!join?.settlement || !product) return [];
    const said = outcomes[join.settlement];
    const status = join.settlement_note ? `${said}：${join.settlement_note}` : said;
    const facts = { name: product.name, number: join.number, unit: product.unit, status };
    return [{ userId: join.user_id, kind: 'presaleSettled', cause: `presale settled ${joinId}`, facts }];
  }),
  hears(presaleOver, async ({ productId }, { db }) => {
    const product = (await productsById(db, [productId])).get(productId);
    if (!product) return [];
    const { name, unit } = product;
    return (await joinsOfProduct(db, productId)).map(({ id, user_id, number }) => ({
      userId: user_id,
      kind: product.removed_at ? 'presaleRemoved' : 'presaleEnded',
      cause: `presale over ${id}`,
      facts: { name, number, unit },
    }));
  }),
];
