import { signup, sms } from '../../../contract/accounts.ts';
import { agreementVersion } from '../../../contract/agreement.ts';
import type { Send } from '../../../contract/call.ts';
import { httpClient } from '../../testing/http-client.ts';
import { dataOf, type Portal } from '../../testing/portal.ts';
import { humanProof, lastCode } from '../../testing/sms.ts';

/** Someone at the door: an address and a number of their own, so that one test's limits do not reach into another. */
export interface Visitor {
  send: Send;
  mobile: string;
  address: string;
}

export const goodPassword = 'pine2026';

/** For tests of accounts; the portal must be started with `OMO_TRUST_PROXY`. */
export function visitors(portal: Portal) {
  let people = 0;
  const from = (address: string) => httpClient(portal.url, undefined, { 'x-forwarded-for': address });
  const visitor = (): Visitor => {
    people += 1;
    const address = `10.0.${Math.floor(people / 250)}.${(people % 250) + 1}`;
    return { send: from(address), mobile: `136${String(people).padStart(8, '0')}`, address };
  };
  const ask = async ({ send, mobile }: Visitor, type: '1' | '2' = '1') =>
    send(sms, { mobile, type, humanCheck: await humanProof(send) });
  const form = (mobile: string, code: string) =>
    ({ account_type: '1', mobile, code, password: goodPassword, consent: agreementVersion }) as const;
  return {
    from,
    visitor,
    ask,
    form,
    /** one who has registered through the door, with goodPassword */
    registered: async (): Promise<Visitor & { token: string }> => {
      const person = visitor();
      dataOf(await ask(person));
      const { token } = dataOf(await person.send(signup, form(person.mobile, lastCode(portal.dataDir, person.mobile))));
      return { ...person, token };
    },
  };
}
