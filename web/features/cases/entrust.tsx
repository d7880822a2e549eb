import { useEffect, useState } from 'react';
import type { getCaseFavourable } from '../../../contract/cases.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './detail.module.css';

const favourable = callAt<typeof getCaseFavourable>('/api/Omo/getCaseFavourable');

/** Whether it is the reader's own case; asked in the browser, the page is the same for everybody (rulings §6). */
export function useOwnCase(stage: number, caseId: string): boolean {
  const token = useUser()?.token;
  const of = `${token} ${caseId}`;
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    if (!token) return;
    let left = false;
    void send(favourable, { type: stage, case_id: caseId }).then((reply) => {
      if (reply.ok && reply.data.is_own && !left) setOwn(of);
    });
    return () => {
      left = true;
    };
  }, [token, stage, caseId, of]);
  return token !== undefined && own === of;
}

/** The one thing to do with a case: have it done by who made it. One's own cannot be entrusted. */
export function Entrust({ to, provider, own }: { to: string; provider: string; own: boolean }) {
  if (own) return <p className={styles.own}>这是您自己的案例，别人可以在这里委托您。</p>;
  return (
    <ButtonLink to={to} tone="pine" size="strong" full>
      委托这家{provider}
    </ButtonLink>
  );
}
