import { reviewStatus } from '../../../contract/statuses.ts';
import type { Caller } from '../../calls/context.ts';
import { hasRole } from '../operators/policy.ts';
import type { Thing } from './moderated.ts';
import { onlookers } from './policy.ts';
import { moderated } from './things.ts';

/**
 * What something that somebody wrote is called in a line: by its title, a comment by its first words. What is not public is told to
 * nobody but those who may open it at the desk, and what two people said to each other is never repeated. '' for what is gone.
 */
export function thingName(thing: Thing | undefined, caller: Pick<Caller, 'operatorRoles'>): string {
  if (!thing) return '';
  const { kind, title, content, status } = thing;
  if (kind === 'case') return title;
  const readable = status === reviewStatus.shown || hasRole(caller, onlookers);
  if (kind === 'topic') return readable ? title : '没有公开的标题';
  return readable && !moderated[kind].betweenTwo ? content.slice(0, 40) : `关于“${title}”`;
}
