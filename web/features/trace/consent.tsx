import { useState } from 'react';
import type { getTraceConsent, saveTraceConsent, TraceConsent } from '../../../contract/trace/calls.ts';
import { consentNames, consents } from '../../../contract/trace/consents.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './consent.module.css';

const load = () => send(callAt<typeof getTraceConsent>('/api/Trace/getConsent'), {}, { quiet: true });
const save = callAt<typeof saveTraceConsent>('/api/Trace/saveConsent');

/** What of one's own the origin page may show (features C-06, Z-11): nothing until one says so. */
export function ConsentRows() {
  return (
    <LatePart load={load} skeleton={<Skeleton height="1.44rem" />}>
      {(consent) => <Rows first={consent} />}
    </LatePart>
  );
}

function Rows({ first }: { first: TraceConsent }) {
  const [consent, setConsent] = useState(first);
  const [busy, once] = useSending();
  const change = (what: (typeof consentNames)[number]) =>
    once(async () => {
      const { name } = consents[what];
      const reply = await send(save, { what, shown: consent[what] ? '0' : '1' });
      if (!reply.ok) return toast(reply.message, 'failure');
      setConsent(reply.data);
      toast(reply.data[what] ? `溯源页上将显示${name}` : `溯源页上不再显示${name}`);
    });
  return (
    <ul className={styles.rows}>
      {consentNames.map((what) => (
        <li key={what}>
          <div>
            <b>{consents[what].name}</b>
            <p>{consents[what].about}</p>
          </div>
          <Switch
            label={`溯源页显示${consents[what].name}`}
            checked={consent[what]}
            disabled={busy}
            onChange={() => void change(what)}
          >
            显示
          </Switch>
        </li>
      ))}
    </ul>
  );
}
