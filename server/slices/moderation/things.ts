import type { ReportKind } from '../../../contract/report-reasons.ts';
import { moderatedCases } from '../cases/moderated.ts';
import { moderatedMessages } from '../messages/moderated.ts';
import { moderatedComments } from '../reactions/moderated.ts';
import { moderatedTopics } from '../topics/moderated.ts';
import type { Moderated } from './moderated.ts';

/** Everything that people write in public and operators look after. */
export const moderated: Readonly<Record<ReportKind, Moderated>> = {
  topic: moderatedTopics,
  comment: moderatedComments,
  case: moderatedCases,
  message: moderatedMessages,
};
