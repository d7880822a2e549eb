import type { SubjectKind } from '../../contract/subjects.ts';

/** What can be liked and commented on, in words. */
export const kindNames: Readonly<Record<SubjectKind, string>> = {
  topic: '话题',
  presale: '预售',
  case: '案例',
  demand: '需求',
};
