import type { Kysely } from 'kysely';
import type { CallData } from '../../../contract/call.ts';
import { Refusal } from '../../../contract/errors.ts';
import { linesAround, moderate, moderationItem, moderationList } from '../../../contract/operator/moderation.ts';
import type { ReportKind } from '../../../contract/report-reasons.ts';
import { reportContent } from '../../../contract/reports.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { auditLook } from '../audit/audit.ts';
import { lastDeeds } from '../audit/queries.ts';
import type { DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';
import { outcomeName } from './against.ts';
import { decide } from './decide.ts';
import type { Thing } from './moderated.ts';
import { moderatorFault, moderators, onlookers } from './policy.ts';
import {
  claimId,
  contentQueues,
  contentWaiting,
  type Listed,
  listed,
  nextContent,
  openReports,
  reportsOf,
  settleGone,
  versionOf,
} from './queries.ts';
import { report } from './report.ts';
import { attachedFiles } from '../uploads/attached.ts';
import { moderated } from './things.ts';

/** The console's part for what people write in public. */
export const moderationDesk: DeskPart = {
  key: 'moderation',
  name: '内容审核',
  roles: onlookers,
  waiting: contentWaiting,
  queues: async ({ db, now }) => {
    await settleGone(db, now);
    return contentQueues(db);
  },
  claims: { kind: 'content', roles: moderators },
};

/** A person reports by hand; a program that does it by the dozen is stopped. */
const reporting = { max: 20, per: 3600 };

async function present({ db }: SignedInContext, rows: readonly Listed[]): Promise<CallData<typeof moderationList>> {
  const things = new Map<string, Thing>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    for (const thing of await moderated[kind].things(db, ids)) things.set(claimId(thing), thing);
  }
  const [people, reports, hidings] = await Promise.all([
    publicUsers(
      db,
      [...things.values()].map(({ authorId }) => authorId),
    ),
    openReports(db, rows),
    hidingsOf(db, [...things.values()]),
  ]);
  return rows.flatMap(({ kind, id, at }) => {
    const thing = things.get(claimId({ kind, id }));
    if (!thing) return [];
    return {
      kind,
      id,
      title: thing.title,
      // What two people said to each other is read where the look is noted.
      content: moderated[kind].betweenTwo ? '' : thing.content,
      author: people.get(thing.authorId)?.name ?? '',
      reports: reports.get(claimId({ kind, id })) ?? 0,
      since: seconds(at),
      hidden: presentHiding(thing, hidings),
    };
  });
}

interface Hiding {
  by: string;
  time: number;
}

/** Who hid what is hidden, and when: the record knows. */
async function hidingsOf(db: Kysely<DB>, things: readonly Thing[]): Promise<Map<string, Hiding>> {
  const hidden = things.filter((thing) => thing.hidden);
  const deeds = await lastDeeds(
    db,
    hidden.map(({ kind, id }) => ({ kind, id, action: `${kind}.hidden` as const })),
  );
  const people = await publicUsers(
    db,
    [...deeds.values()].flatMap(({ actor_id }) => actor_id ?? []),
  );
  return new Map(
    [...deeds].map(([of, { actor_id, at }]) => [of, { by: people.get(actor_id ?? '')?.name ?? '', time: seconds(at) }]),
  );
}

function presentHiding(thing: Thing, hidings: ReadonlyMap<string, Hiding>) {
  if (!thing.hidden) return null;
  const { by = '', time = null } = hidings.get(claimId(thing)) ?? {};
  return { reason: thing.reason, by, time };
}

async function presentOne(context: SignedInContext, about: { kind: ReportKind; id: string }) {
  const { db, caller } = context;
  const [thing] = await moderated[about.kind].things(db, [about.id]);
  if (!thing) throw new Refusal('not_found', '作者已经删除了这条内容');
  const [reports, next] = await Promise.all([reportsOf(db, about), nextContent(db, context, about)]);
  const { betweenTwo } = moderated[about.kind];
  if (betweenTwo && reports.length === 0) throw new Refusal('not_found', '没有人举报过这条内容');
  const open = reports.filter(({ settled_at }) => settled_at === null);
  // A word is often judged by what it answers; once it is judged, and for who only looks on, what two people said to each other and
  // nobody complained of is theirs again.
  const shut = betweenTwo && !(hasRole(caller, moderators) && open.length > 0);
  const [around, under] = await Promise.all([
    shut ? [] : ((await moderated[about.kind].around?.(db, about.id, linesAround)) ?? []),
    moderated[about.kind].under?.(db, about.id),
  ]);
  if (betweenTwo) {
    const look = { action: betweenTwo, subject: about };
    const [first, last] = [around[0], around.at(-1)];
    const lines = first && last ? { lines: `${first.seq}-${last.seq}` } : {};
    await inTransaction(db, (tx) => auditLook(tx, context, { ...look, state: { status: thing.status, ...lines } }));
  }
  const filesNow = betweenTwo ? await attachedFiles(context, thing.pictures, context.now) : undefined;
  const people = await publicUsers(db, [
    thing.authorId,
    ...reports.map(({ reporter_id }) => reporter_id),
    ...around.map(({ authorId }) => authorId),
  ]);
  const fault = moderatorFault(caller, thing);
  const { words: sensitive } = await context.moderation.check(writtenIn(thing));
  return {
    kind: thing.kind,
    id: thing.id,
    title: thing.title,
    content: thing.content,
    pictures: thing.pictures.flatMap((url) => (filesNow ? (filesNow(url)?.full ?? []) : url)),
    author: people.get(thing.authorId)?.name ?? '',
    authorId: thing.authorId,
    path: thing.path,
    under: under ? { ...under, words: beginning(under.words) } : null,
    around: around.map(({ authorId, at, ...line }) => ({
      ...line,
      nickname: people.get(authorId)?.name ?? '',
      time: seconds(at),
    })),
    sensitive: [...sensitive],
    createTime: seconds(thing.createdAt),
    since: seconds(open.at(-1)?.created_at ?? thing.createdAt),
    status: thing.status,
    hidden: presentHiding(thing, await hidingsOf(db, [thing])),
    version: versionOf(thing, reports),
    reports: open.length,
    reported: reports.map((row) => ({
      by: people.get(row.reporter_id)?.name ?? '',
      reason: row.reason,
      words: row.words,
      time: seconds(row.created_at),
      outcome: outcomeName(row),
    })),
    may: { enabled: fault === '', reason: fault },
    next,
  };
}

/** Enough to know what is talked about; its page has the rest. */
const beginning = (words: string): string => (words.length > 300 ? `${words.slice(0, 300)}…` : words);

/** What its author put into words there: the title of a comment or a message is another's. */
const writtenIn = ({ kind, title, content }: Thing): string[] =>
  kind === 'topic' || kind === 'case' ? [title, content] : [content];

export const moderationCalls: AnyImplementation[] = [
  implement(reportContent, async (input, context) => ({ data: { already: await report(context, input) } }), {
    limit: reporting,
  }),
  implement(moderationList, async ({ queue, ...page }, context) => {
    needRole(context.caller, onlookers);
    await settleGone(context.db, context.now);
    const { rows, count } = await listed(context.db, queue, page);
    return { data: await present(context, rows), page: { count: Number(count), ...page } };
  }),
  implement(moderationItem, async (about, context) => {
    needRole(context.caller, onlookers);
    return { data: await presentOne(context, about) };
  }),
  implement(moderate, async (input, context) => {
    needRole(context.caller, moderators);
    const status = await decide(context, input);
    return { data: { status, next: await nextContent(context.db, context, input) } };
  }),
];
