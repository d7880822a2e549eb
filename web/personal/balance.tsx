import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '../../contract/call.ts';
import type {
  canWithdraw,
  getAccount,
  getBankList,
  getIncomeCount,
  getTransactionList,
  getWithdrawList,
} from '../../contract/wallet.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { Cards } from '../features/wallet/cards.tsx';
import { Figures } from '../features/wallet/figures.tsx';
import { IncomeDays } from '../features/wallet/income-days.tsx';
import { RecordFilter, Records } from '../features/wallet/records.tsx';
import { Withdraw } from '../features/wallet/withdraw.tsx';
import { Withdrawals } from '../features/wallet/withdrawals.tsx';
import styles from '../features/wallet/wallet.module.css';
import type { Account, Card, Income, Readiness } from '../features/wallet/wire.ts';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';

export const handle = page({ name: 'balance', under: 'personal', title: '账户余额', ground: 'mist' });

/** As in contract/wallet.ts; said here so that the page brings no schema along. */
const recordsAPage = 10;
const withdrawalsAPage = 6;

interface Overview {
  account: Account;
  income: Income;
  cards: Card[];
  readiness: Readiness;
}

/** Four answers as one: the first refusal is that of all. */
async function overview(): Promise<Reply<Overview>> {
  const [account, income, cards, readiness] = await Promise.all([
    send(callAt<typeof getAccount>('/api/account/info'), {}),
    send(callAt<typeof getIncomeCount>('/api/account/incomeCount'), {}),
    send(callAt<typeof getBankList>('/api/account/bindBankList'), {}),
    send(callAt<typeof canWithdraw>('/api/account/withdrawCheck'), {}),
  ]);
  if (!account.ok) return account;
  if (!income.ok) return income;
  if (!cards.ok) return cards;
  if (!readiness.ok) return readiness;
  const data = { account: account.data, income: income.data, cards: cards.data, readiness: readiness.data };
  return { ...account, data };
}

/** Balance, chart, cards, withdrawals and records (features ). */
export default function Balance() {
  const [binding, setBinding] = useState(false);
  /** counts what changed the balance here, so that every part is told anew */
  const [changes, setChanges] = useState(0);
  const load = useCallback(() => {
    void changes;
    return overview();
  }, [changes]);
  const changed = () => setChanges((count) => count + 1);
  return (
    <>
      <FirstSteps />
      <LatePart load={load} skeleton={<Skeleton height="3.2rem" />}>
        {({ account, income, cards, readiness }) => (
          <>
            <Figures account={account} income={income}>
              <ButtonLink tone="pine" size="strong" to="/personal/account/deposit">
                充值
              </ButtonLink>
              <Withdraw readiness={readiness} cards={cards} onBind={() => setBinding(true)} onDone={changed} />
            </Figures>
            <div className={styles.halves}>
              <IncomeDays days={income.days} />
              <Cards
                cards={cards}
                holder={readiness.truename}
                binding={binding}
                onBinding={setBinding}
                onChanged={changed}
              />
            </div>
          </>
        )}
      </LatePart>
      <WithdrawalPart changes={changes} />
      <RecordPart changes={changes} />
    </>
  );
}

function WithdrawalPart({ changes }: { changes: number }) {
  const [query] = useSearchParams();
  const number = query.get('wpage') ?? '1';
  const load = useCallback(async () => {
    void changes;
    const reply = await send(callAt<typeof getWithdrawList>('/api/account/withdrawList'), { page: number });
    return reply.ok
      ? { ...reply, data: { withdrawals: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [number, changes]);
  return (
    <section className={styles.card} aria-labelledby="withdrawals">
      <header className={styles.title}>
        <h2 id="withdrawals">提现记录</h2>
      </header>
      <LatePart load={load} skeleton={<Skeleton lines={3} />}>
        {({ withdrawals, count, ...position }) =>
          withdrawals.length === 0 ? (
            <p className={styles.quiet}>还没有提现过</p>
          ) : (
            <>
              <Withdrawals withdrawals={withdrawals} />
              <Pager {...position} count={count} pageSize={withdrawalsAPage} name="wpage" label="提现记录分页" />
            </>
          )
        }
      </LatePart>
    </section>
  );
}

function RecordPart({ changes }: { changes: number }) {
  const [query, setQuery] = useSearchParams();
  const [type, from, to] = [query.get('type') ?? '', query.get('from') ?? '', query.get('to') ?? ''];
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    void changes;
    const call = callAt<typeof getTransactionList>('/api/account/transactionList');
    const reply = await send(call, { transaction_type: type, from, to, page: number });
    return reply.ok
      ? { ...reply, data: { records: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [type, from, to, number, changes]);
  const filtered = type !== '' || from !== '' || to !== '';
  return (
    <section className={styles.card} aria-labelledby="records">
      <RecordFilter
        filter={{ type, from, to }}
        onDays={(first, last) => {
          const days = Object.entries({ type, from: first, to: last }).filter(([, value]) => value !== '');
          setQuery(new URLSearchParams(days), { preventScrollReset: true });
        }}
      />
      <LatePart
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height=".4rem" />
          </Loading>
        }
      >
        {({ records, count, ...position }) =>
          records.length === 0 ? (
            <Empty
              icon="wallet"
              text={filtered ? '这个条件下没有收支' : '还没有收支'}
              action={
                <ButtonLink tone="line" to={filtered ? '/personal/account/balance' : '/personal/account/deposit'}>
                  {filtered ? '看全部明细' : '去充值'}
                </ButtonLink>
              }
            />
          ) : (
            <>
              <Records records={records} />
              <Pager {...position} count={count} pageSize={recordsAPage} label="收支明细分页" />
            </>
          )
        }
      </LatePart>
    </section>
  );
}
