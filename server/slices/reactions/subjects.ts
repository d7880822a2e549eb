import type { SubjectKind } from '../../../contract/subjects.ts';
import { caseSubject } from '../cases/subject.ts';
import { demandSubject } from '../demands/subject.ts';
import { presaleSubject } from '../presale/subject.ts';
import { topicSubject } from '../topics/subject.ts';
import type { Subject } from './subject.ts';

export type Subjects = Readonly<Record<SubjectKind, Subject>>;

/** Everything that can be commented on, for what only knows a kind and an id. */
export const subjects: Subjects = {
  topic: topicSubject,
  presale: presaleSubject,
  case: caseSubject,
  demand: demandSubject,
};
