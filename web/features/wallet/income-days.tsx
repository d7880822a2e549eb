import { DayChart } from '../../ui/day-chart.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './wallet.module.css';
import type { Income } from './wire.ts';

/** Income upwards, expense downwards, by day. */
export function IncomeDays({ days }: { days: Income['days'] }) {
  return (
    <section className={styles.card} aria-labelledby="days">
      <header className={styles.title}>
        <h2 id="days">近 30 天收支</h2>
        <p className={styles.legend}>
          <span data-kind="income">收入</span>
          <span data-kind="output">支出</span>
        </p>
      </header>
      <DayChart
        name="每天收支"
        days={days.map(({ day }) => day)}
        series={[
          { name: '收入', values: days.map(({ income }) => Number(income)) },
          { name: '支出', values: days.map(({ output }) => Number(output)), down: true },
        ]}
        text={yuan}
        empty="近 30 天没有收支"
        height={200}
      />
    </section>
  );
}
