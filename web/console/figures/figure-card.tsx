import { DayChart } from '../../ui/day-chart.tsx';
import { SheetCard } from '../ui/sheet.tsx';
import styles from './figures.module.css';

/** A figure of the last thirty days, how it stands to the thirty before, and what it is made of by day. */
export function FigureCard({
  title,
  value,
  note,
  chart,
  days,
  until,
}: {
  title: string;
  value: string;
  note: string;
  chart: { name: string; values: readonly (number | null)[]; text: (value: number) => string };
  days: readonly string[];
  until: string | undefined;
}) {
  return (
    <SheetCard title={title}>
      <p className={styles.value}>{value}</p>
      <p className={styles.note}>{note}</p>
      <p className={styles.name}>{chart.name}</p>
      <DayChart
        name={chart.name}
        days={days}
        series={[{ name: title, values: chart.values }]}
        text={chart.text}
        until={until}
        empty="近 30 天没有"
        height={88}
      />
    </SheetCard>
  );
}
