import { sql } from 'kysely';
import { consentNames, consents } from '../../../contract/trace/consents.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { consentsOf } from './consents.ts';

/**
 * The log cannot forget and never held a name. What opens the seal of somebody's name lies beside it, and goes: the record
 * still proves that it stands where it stood, and nobody learns any more whose it is.
 */
export const tracePart: PersonalPart = {
  name: 'trace',
  collect: async ({ db }, userId) => {
    const agreed = (await consentsOf(db, [userId]))(userId);
    const json = Object.fromEntries(consentNames.map((name) => [consents[name].name, agreed[name]]));
    return [{ path: '溯源公开设置.json', about: '您同意在溯源页上公开的内容', content: { json } }];
  },
  erase: async (tx, _services, { userId }) => {
    await tx.deleteFrom('trace_consents').where('user_id', '=', userId).execute();
    await sql`
      update trace_records r set opened = r.opened - 'maker' - 'words'
      from order_history h
      where h.id = r.id and h.actor_id = ${userId} and r.line_id in (
        select line_id from demands where owner_id = ${userId}
        union select line_id from demands where provider_id = ${userId})`.execute(tx);
  },
};
