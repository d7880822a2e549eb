import type { Action } from '../../../contract/process/row.ts';

/**
 * The actions that the server can carry out so far. The table knows more: those that move money wait for the ledger,
 * those that need a page of their own for that page. What is not in this list is offered to nobody.
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
  'remindAffirm',
  'remove',
]);
