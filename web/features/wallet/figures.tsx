import type { ReactNode } from 'react';
import { yuan } from '../../ui/time.ts';
import styles from './wallet.module.css';
import type { Account, Income } from './wire.ts';

/** Feature A-01: what may be spent, what is frozen, both; and what came in and went out. */
export function Figures({ account, income, children }: { account: Account; income: Income; children: ReactNode }) {
  return (
    <section className={styles.figures} aria-labelledby="balance">
      <div className={styles.main}>
        <h1 id="balance">可用余额</h1>
        <p className={styles.large}>{yuan(account.account)}</p>
        <div className={styles.acts}>{children}</div>
      </div>
      <dl className={styles.side}>
        <Figure name="提现冻结" value={account.freeze_account} note="审核和打款中的提现" />
        <Figure name="账户总额" value={account.total} note="可用加冻结" />
      </dl>
      <dl className={styles.sums}>
        <Figure name="今日收入" value={income.today_income} />
        <Figure name="累计收入" value={income.income} />
        <Figure
          name="累计支出"
          value={income.output}
          note={Number(income.refund) > 0 ? `其中退回 ${yuan(income.refund)}` : '含订单托管中的款项'}
        />
      </dl>
    </section>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {yuan(value)}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
