import { ownPlace } from '../../client/own-place.ts';
import { waiting } from '../../client/waiting.ts';
import type { Reasons } from './verdict.tsx';

/**
 * What an operator has flagged and written of an application as it was handed in, while this tab is open: neither a reload
 * nor a look at the next one loses it.
 */
export function keptReasons(id: string, revision: number) {
  const place = ownPlace(`certification.${id}.${revision}`);
  return {
    read(): Reasons {
      try {
        const kept = JSON.parse(waiting.read(place)) as unknown;
        if (typeof kept !== 'object' || kept === null) return {};
        return Object.fromEntries(
          Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        );
      } catch {
        return {};
      }
    },
    put(reasons: Reasons): void {
      waiting.put(place, Object.keys(reasons).length === 0 ? '' : JSON.stringify(reasons));
    },
  };
}
