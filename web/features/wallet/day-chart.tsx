import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { yuan } from '../../ui/time.ts';
import styles from './wallet.module.css';
import type { Income } from './wire.ts';

type Day = Income['days'][number];

/** `2026-11-22` → `11月22日` */
const dayText = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

const moved = ({ income, output }: Day): boolean => Number(income) !== 0 || Number(output) !== 0;

/** Income upwards, expense downwards, by day. What it shows stands in a table besides, for those who do not see it. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Day>();
  const some = days.some(moved);
  useEffect(() => {
    const element = box.current;
    if (!element || !some) return;
    let over = false;
    let close = () => {};
    // Drawn by what only this page loads, once it is there.
    void Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: Plot }]) => {
      if (!over) close = draw(Plot, element, days, setPointed);
    });
    return () => {
      over = true;
      close();
    };
  }, [days, some]);
  const shown = pointed ?? days.findLast(moved);
  return (
    <section className={styles.card} aria-labelledby="days">
      <header className={styles.title}>
        <h2 id="days">近 30 天收支</h2>
        <p className={styles.legend}>
          <span data-kind="income">收入</span>
          <span data-kind="output">支出</span>
        </p>
      </header>
      {some ? (
        <>
          <p className={styles.pointed}>
            {shown && `${dayText(shown.day)}：收入 ${yuan(shown.income)}，支出 ${yuan(shown.output)}`}
          </p>
          <div ref={box} className={styles.chart} aria-hidden="true" />
          <table className="sr">
            <caption>近 30 天有收支的日子</caption>
            <tbody>
              {days.filter(moved).map(({ day, income, output }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  <td>收入 {yuan(income)}</td>
                  <td>支出 {yuan(output)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p className={styles.quiet}>近 30 天没有收支</p>
      )}
    </section>
  );
}

const second = 1000;

/** Draws into an element and follows its width; gives what undoes it. */
function draw(
  Plot: typeof uPlot,
  element: HTMLElement,
  days: readonly Day[],
  onPoint: (day: Day | undefined) => void,
): () => void {
  const css = getComputedStyle(document.documentElement);
  const color = (name: string) => css.getPropertyValue(name).trim();
  const text = '14px ' + getComputedStyle(element).fontFamily;
  const bars = Plot.paths.bars?.({ size: [0.62, 22], radius: 0.15 });
  const series = (label: string, name: string): uPlot.Series => ({
    label,
    fill: color(name),
    stroke: color(name),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  const axis = { stroke: color('--ink-3'), font: text, ticks: { show: false } };
  // Days without an hour: the middle of each, in whatever zone the browser is.
  const times = days.map(({ day }) => new Date(`${day}T12:00:00`).getTime() / second);
  const height = 220;
  const plot = new Plot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { range: (_plot, least, most) => [least - 43_200, most + 43_200] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          // Under the middle of a bar, counted back from today: the chart ends with a day that there is.
          splits: ({ width }) => {
            const step = Math.max(1, Math.ceil((times.length * 72) / width));
            return times.filter((_, index) => (times.length - 1 - index) % step === 0);
          },
          values: (_plot, at) =>
            at.map((time) => {
              const date = new Date(time * second);
              return `${date.getMonth() + 1}/${date.getDate()}`;
            }),
        },
        {
          ...axis,
          size: 60,
          grid: { stroke: color('--line'), width: 1 },
          values: (_plot, at) => at.map((value) => short(Math.abs(value))),
        },
      ],
      series: [{}, series('收入', '--pine'), series('支出', '--wood')],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx == null ? undefined : days[cursor.idx])] },
    },
    [times, days.map(({ income }) => Number(income)), days.map(({ output }) => 0 - Number(output))],
    element,
  );
  const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  watching.observe(element);
  return () => {
    watching.disconnect();
    plot.destroy();
  };
}

/** 12000 → 1.2万, for the axis */
const short = (value: number): string =>
  value >= 10_000 ? `${Number((value / 10_000).toFixed(1))}万` : String(Math.round(value * 100) / 100);
