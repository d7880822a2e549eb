import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { send } from '../client/transport.browser.ts';
import { waiting } from '../client/waiting.ts';
import { checkCall, type Payment, rechargeInfoCall, rechargeListCall } from '../features/payments/calls.ts';
import { DepositForm } from '../features/payments/deposit-form.tsx';
import { DepositList } from '../features/payments/deposit-list.tsx';
import styles from '../features/payments/payments.module.css';
import { PaymentProgress } from '../features/payments/progress.tsx';
import { page } from '../portal/route-record.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { yuan } from '../ui/time.ts';

export const handle = page({ name: 'deposit', under: 'personal', title: '余额充值', ground: 'mist' });

const pageSize = 10;

/** Topping up the balance (feature A-05): the form, the payment under way in its place, and the last ones. */
export default function Deposit() {
  const [query, setQuery] = useSearchParams();
  const [shown, setShown] = useState<Payment>();
  const [version, setVersion] = useState(0);
  const amount = sumIn(query.get('amount'));
  const back = useWayBack(query);
  const again = useCallback(() => setVersion((count) => count + 1), []);
  useReturned(query.get('payment'), setShown);

  const begin = () => {
    setShown(undefined);
    setQuery(
      (before) => {
        before.delete('payment');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  // In the address, so that a page that is loaded anew shows the same payment.
  const show = (payment: Payment) => {
    setShown(payment);
    setQuery(
      (before) => {
        before.set('payment', payment.paymentId);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    again();
  };

  return (
    <div className={styles.page}>
      <h1 className="sr">余额充值</h1>
      <Card title="充值" note={<Balance version={version} />}>
        {back && !shown && (
          <p className={styles.purpose}>
            充值后回到订单，用余额支付。<Link to={back}>先回订单看看</Link>
          </p>
        )}
        {shown ? (
          <PaymentProgress key={shown.paymentId} initial={shown} onSettled={again} onAgain={begin}>
            {() => (
              <>
                {back && (
                  <ButtonLink tone="pine" size="strong" to={back}>
                    回到订单，继续支付
                  </ButtonLink>
                )}
                <Button onClick={begin}>再充一笔</Button>
                <ButtonLink to="/personal/account/balance">查看余额</ButtonLink>
              </>
            )}
          </PaymentProgress>
        ) : (
          <LatePart load={loadInfo} skeleton={<Skeleton lines={6} />}>
            {({ ways }) => <DepositForm ways={ways} amount={amount} onOpened={show} />}
          </LatePart>
        )}
      </Card>
      <Card title="充值记录">
        <Records
          version={version}
          shownId={shown?.paymentId}
          number={query.get('page') ?? '1'}
          all={query.get('all') === '1'}
          onContinue={show}
        />
      </Card>
    </div>
  );
}

const loadInfo = () => send(rechargeInfoCall, {});

/** Asked anew when something was settled. */
function Balance({ version }: { version: number }) {
  const [balance, setBalance] = useState<string>();
  useEffect(() => {
    let left = false;
    void send(rechargeInfoCall, {}, { quiet: true }).then((reply) => {
      if (reply.ok && !left) setBalance(reply.data.balance);
    });
    return () => {
      left = true;
    };
  }, [version]);
  return balance === undefined ? '' : <>可用余额 {yuan(balance)}</>;
}

function Records({
  version,
  number,
  all,
  shownId,
  onContinue,
}: {
  version: number;
  shownId: string | undefined;
  number: string;
  /** those that were closed long ago, too */
  all: boolean;
  onContinue: (payment: Payment) => void;
}) {
  const load = useCallback(async () => {
    const asked = { page: number, pageSize: String(pageSize), all: all ? ('1' as const) : ('0' as const) };
    const reply = await send(rechargeListCall, asked, { quiet: version > 0 });
    return reply.ok
      ? { ...reply, data: { payments: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [number, all, version]);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="0.6rem" />
        </Loading>
      }
    >
      {(found) => <DepositList {...found} all={all} pageSize={pageSize} shownId={shownId} onContinue={onContinue} />}
    </LatePart>
  );
}

/** The payment that the address names: one comes back from a gateway's page, or loads this one anew. */
function useReturned(paymentId: string | null, show: (payment: Payment) => void) {
  useEffect(() => {
    if (!paymentId) return;
    let left = false;
    void send(checkCall, { paymentId }).then((reply) => {
      const found = reply.ok ? reply.data.payment : null;
      if (!left && found?.purpose === 'topUp') show(found);
    });
    return () => {
      left = true;
    };
  }, [paymentId, show]);
}

/** Where the reader came from to top up; kept on this tab, since a gateway's page leads back without it. */
function useWayBack(query: URLSearchParams): string | undefined {
  const named = pathIn(query.get('back'));
  const returning = query.has('payment');
  useEffect(() => {
    if (named !== undefined) waiting.put(wayBackKey, named);
    else if (!returning) waiting.put(wayBackKey, '');
  }, [named, returning]);
  return named ?? (returning ? pathIn(waiting.read(wayBackKey)) : undefined);
}

const wayBackKey = 'deposit.back';

/** An address is written by anybody: only a sum of money, and only a page of the personal centre. */
const sumIn = (text: string | null) => (text !== null && /^\d{1,6}(\.\d{1,2})?$/.test(text) ? text : '');
const pathIn = (text: string | null) => (text !== null && /^\/personal\/[\w/#-]*$/.test(text) ? text : undefined);
