import type { Action } from '../../../contract/process/row.ts';

/**
 * The actions that the server can carry out so far. The table knows more: the others wait for a call of their own. What is not in this list is offered to nobody.
 */
export const implemented: ReadonlySet<Action> = new Set<Action>([
  'publish',
  'edit',
  'editTerms',
  'comment',
  'tender',
  'changeTender',
  'withdrawTender',
  'award',
  'cancel',
  'expire',
  'accept',
  'decline',
  'lapse',
  'pay',
  'uploadContract',
  'confirmContract',
  'report',
  'finish',
  'affirm',
  'sendBack',
  'complete',
  'releaseRetention',
  'appraise',
  'reply',
  'revealAppraisals',
  'remindAffirm',
  'autoComplete',
  'autoRelease',
  'remove',
  'followOn',
  'raiseAgain',
]);
