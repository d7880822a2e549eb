import type { Call } from '../../../contract/call.ts';
import type { getCaseCommentList, likeCase, postCaseComment, unlikeCase } from '../../../contract/cases.ts';
import type { needView, needViewList } from '../../../contract/demands.ts';
import type { commentPresell, getPresellCommentList, likePresell, unlikePresell } from '../../../contract/presale.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import type { findTopicDiscussPage, likeTopic, publishDiscuss, unlikeTopic } from '../../../contract/topics.ts';
import { type CallPlace, callAt } from '../../client/transport.browser.ts';

/** Something that can be liked or commented on, as a page knows it. */
export type Subject =
  | { kind: 'topic' | 'presale'; id: string }
  /** `stage`: the stage's number */
  | { kind: 'case'; id: string; stage: number }
  | { kind: 'demand'; id: string; nid: string; stage: number };

/** A call and what it is sent, ready to go. */
export interface Ready {
  call: CallPlace;
  input: Record<string, unknown>;
}

type Of<Kind extends SubjectKind> = Extract<Subject, { kind: Kind }>;

interface KindCalls<Kind extends SubjectKind> {
  /** which thing it is, in the words of its calls */
  ref: (subject: Of<Kind>) => Record<string, unknown>;
  like?: { on: CallPlace; off: CallPlace; more?: Record<string, unknown> };
  list: CallPlace;
  /** how the list calls the length of a page */
  pageSize: string;
  post: CallPlace;
  /** how posting calls the words */
  words: string;
}

const place = <C extends Call>(path: C['path']): CallPlace => callAt<C>(path) as CallPlace;

/** The wire's names for the same few things, kind by kind. */
const kinds: { [Kind in SubjectKind]: KindCalls<Kind> } = {
  topic: {
    ref: ({ id }) => ({ topicId: id }),
    like: { on: place<typeof likeTopic>('/api/Topic/like'), off: place<typeof unlikeTopic>('/api/Topic/unlike') },
    list: place<typeof findTopicDiscussPage>('/api/Topic/findTopicDiscussPage'),
    pageSize: 'pageSize',
    post: place<typeof publishDiscuss>('/api/Topic/publishDiscuss'),
    words: 'content',
  },
  presale: {
    ref: ({ id }) => ({ productId: id }),
    like: {
      on: place<typeof likePresell>('/api/Presell/like'),
      off: place<typeof unlikePresell>('/api/Presell/unlike'),
      // Else it would change over, whatever was before.
      more: { thisUserLoveStatus: '2' },
    },
    list: place<typeof getPresellCommentList>('/api/Presell/getCommentList'),
    pageSize: 'pageSize',
    post: place<typeof commentPresell>('/api/Presell/comment'),
    words: 'content',
  },
  case: {
    ref: ({ id, stage }) => ({ type: stage, case_id: id }),
    like: { on: place<typeof likeCase>('/api/Omo/likeCase'), off: place<typeof unlikeCase>('/api/Omo/unlikeCase') },
    list: place<typeof getCaseCommentList>('/api/Omo/getCaseCommentList'),
    pageSize: 'page_size',
    post: place<typeof postCaseComment>('/api/Omo/postCaseComment'),
    words: 'content',
  },
  demand: {
    ref: ({ nid, stage }) => ({ demandType: stage, demandNid: nid }),
    list: place<typeof needViewList>('/api/Demand/needViewList'),
    pageSize: 'pageSize',
    post: place<typeof needView>('/api/Demand/needView'),
    words: 'demandView',
  },
};

// The one place where a kind and its own entry are known to belong together.
const of = (kind: SubjectKind) => kinds[kind] as KindCalls<SubjectKind>;
const ref = (subject: Subject) => of(subject.kind).ref(subject as never);

export function liking(subject: Subject, want: boolean): Ready | undefined {
  const { like } = of(subject.kind);
  return like && { call: want ? like.on : like.off, input: { ...ref(subject), ...(want && like.more) } };
}

export function listing(subject: Subject, page: number, pageSize: number): Ready {
  const { list, pageSize: length } = of(subject.kind);
  return { call: list, input: { ...ref(subject), page, [length]: pageSize } };
}

export function posting(subject: Subject, text: string): Ready {
  const { post, words } = of(subject.kind);
  return { call: post, input: { ...ref(subject), [words]: text } };
}
