import { type ReportKind, reportKindNames, reportReasons } from '../../../contract/report-reasons.ts';
import type { Services } from '../../calls/context.ts';
import { operatorsWith } from '../operators/queries.ts';
import { contentModerated, contentReported } from '../moderation/events.ts';
import { moderators } from '../moderation/policy.ts';
import { reportsOf } from '../moderation/queries.ts';
import { moderated } from '../moderation/things.ts';
import { because, clipped, hears, type Source } from './source.ts';
import type { Told } from './write.ts';

/** What its author is told of an operator's word; of what stays as it was nobody is told who did not ask. */
const became = { shown: '已通过审核，所有人可以看到', hidden: '已被隐藏', kept: '' } as const;
const settled = { shown: '已查看，没有发现违规', kept: '已查看，没有发现违规' } as const;
/** Where its author finds it. */
const ownPages: Readonly<Record<ReportKind, string>> = {
  topic: '/personal/topics',
  comment: '/personal/comments',
  case: '/personal/shop',
  message: '/personal/messages',
};

async function factsOf({ db }: Services, kind: ReportKind, id: string) {
  const [thing] = await moderated[kind].things(db, [id]);
  if (!thing) return undefined;
  // What has no title goes by its own words: what it is about may be long gone.
  const name = clipped(kind === 'topic' || kind === 'case' ? thing.title : thing.content);
  return { thing, what: reportKindNames[kind], name, link: thing.path };
}

export const contentSources: Source[] = [
  hears(contentReported, async ({ kind, id, reportId }, services, cause) => {
    const [facts, reports, operators] = await Promise.all([
      factsOf(services, kind, id),
      reportsOf(services.db, { kind, id }),
      operatorsWith(services.db, moderators),
    ]);
    const report = reports.find((one) => one.id === reportId);
    if (!facts || report?.settled_at !== null) return [];
    const { what, name } = facts;
    const reason = reportReasons[report.reason];
    return operators.map((userId): Told => ({
      userId,
      kind: 'reported',
      cause,
      actorId: report.reporter_id,
      facts: { what, name, reason, id: `${kind}/${id}` },
    }));
  }),
  hears(contentModerated, async ({ kind, id, became: now, reporterIds }, services, cause) => {
    const facts = await factsOf(services, kind, id);
    if (!facts) return [];
    const { thing, what, name, link } = facts;
    const own = ownPages[kind];
    const gone = kind === 'case' ? '已被下架' : became.hidden;
    const toAuthor: Told[] =
      now === 'kept'
        ? []
        : [
            {
              userId: thing.authorId,
              kind: 'moderated',
              cause,
              facts: {
                what,
                name,
                status: now === 'hidden' ? `${gone}${because(thing.reason)}` : became[now],
                link: now === 'hidden' ? own : link || own,
              },
            },
          ];
    return [
      ...toAuthor,
      ...reporterIds.map((userId): Told => ({
        userId,
        kind: 'reportSettled',
        cause: `${cause} report`,
        facts: {
          what,
          name,
          status: now === 'hidden' ? gone : settled[now],
          link: now === 'hidden' ? '/' : link || '/',
        },
      })),
    ];
  }),
];
