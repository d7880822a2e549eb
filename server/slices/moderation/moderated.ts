import type { Kysely, RawBuilder } from 'kysely';
import type { AuditAction } from '../../../contract/operator/audit-names.ts';
import type { LineAround } from '../../../contract/operator/moderation.ts';
import type { ReportKind } from '../../../contract/report-reasons.ts';
import type { ReviewStatus } from '../../../contract/statuses.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Waiting } from '../operators/desk.ts';
import type { Decision } from '../reactions/decide.ts';

/** Something that somebody wrote in public, whatever became of it. */
export interface Thing {
  kind: ReportKind;
  id: string;
  authorId: string;
  /** of a comment: of what it is about */
  title: string;
  content: string;
  pictures: readonly string[];
  /** path below the base of where it is shown */
  path: string;
  status: ReviewStatus;
  /** an operator has hidden it; a case may have been refused at its review instead */
  hidden: boolean;
  /** why it is hidden; '' for what is not */
  reason: string;
  createdAt: Date;
  /** changes with its words */
  version: string;
}

/** Something that was said beside it. */
export interface Beside {
  id: string;
  seq: number;
  by: LineAround['by'];
  authorId: string;
  content: string;
  pictures: number;
  files: number;
  at: Date;
  hidden: boolean;
}

/** What a slice says of what people write in it, so that its moderation is written once. */
export interface Moderated {
  readonly kind: ReportKind;
  /**
   * Said between two people: an operator sees it only where it was reported, and that is noted, as this; its pictures are
   * private.
   */
  readonly betweenTwo?: Extract<AuditAction, `${ReportKind}.seen`>;
  /** Ids by status: what waits oldest first, what is hidden newest first; the first so many. */
  first(db: Kysely<DB>, status: ReviewStatus, most: number): Promise<{ id: string; at: Date }[]>;
  /** How many have this status, and since when the oldest. */
  waiting(db: Kysely<DB>, status: ReviewStatus): Promise<Waiting>;
  /** Those of these that were not deleted. */
  things(db: Kysely<DB> | Tx, ids: readonly string[]): Promise<Thing[]>;
  /** A query for the ids of all that somebody wrote, whatever became of it. */
  by(userId: string): RawBuilder<{ id: string }>;
  /** Whether somebody sees it at all, where not everybody does. */
  reaches?(tx: Tx, id: string, userId: string): Promise<boolean>;
  /** What was said so many lines before and after it, itself among them, where it cannot be judged alone. */
  around?(db: Kysely<DB>, id: string, most: number): Promise<Beside[]>;
  /** What it stands under and what that says to the public; undefined where the public sees none. */
  under?(db: Kysely<DB>, id: string): Promise<{ kind: SubjectKind; words: string } | undefined>;
  /** Locks it until the transaction ends; undefined for what was deleted. */
  lock(tx: Tx, id: string): Promise<Thing | undefined>;
  /** Shows or hides it: pages, lists and counts follow. Throws state_conflict where it stands so already. */
  decide(tx: Tx, services: Services, id: string, decision: Decision): Promise<void>;
}
