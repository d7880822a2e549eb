import type { ReportKind } from '../../../contract/report-reasons.ts';
import { defineEvent } from '../../outbox/events.ts';

/** Somebody reported something that nobody had reported since it was last looked into. */
export const contentReported = defineEvent<{ kind: ReportKind; id: string; reportId: string }>('content.reported');

/** An operator has decided over something that people wrote, and whose reports were settled by it. */
export const contentModerated = defineEvent<{
  kind: ReportKind;
  id: string;
  /** what became of it: it stayed, it is shown from now on, or it is hidden */
  became: 'kept' | 'shown' | 'hidden';
  reporterIds: string[];
}>('content.moderated');
