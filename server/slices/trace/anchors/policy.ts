import type { OperatorRole } from '../../../calls/context.ts';

/** Who is told of a fork, and looks at the state of the anchors. */
export const traceReaders: readonly OperatorRole[] = ['admin', 'auditor'];
/** Who may say how it goes on after one. */
export const traceKeepers: readonly OperatorRole[] = ['admin'];
