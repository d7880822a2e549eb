import type { OperatorRole } from '../../calls/context.ts';

/** Who may read what operators have prepared, and who may change it. */
export const contentReaders: readonly OperatorRole[] = ['moderator', 'admin', 'auditor'];
export const contentEditors: readonly OperatorRole[] = ['moderator', 'admin'];
