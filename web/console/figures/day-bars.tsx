import { useEffect, useRef } from 'react';
import styles from '../sheet.module.css';

/** A number a day as bars. What it shows stands in a table besides, for those who do not see it. */
export function DayBars({
  name,
  days,
  text = String,
}: {
  name: string;
  days: readonly { day: string; value: number }[];
  text?: (value: number) => string;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let over = false;
    let close = () => {};
    // Drawn by what only this page loads, once it is there.
    void Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: Plot }]) => {
      if (over) return;
      const css = getComputedStyle(document.documentElement);
      const color = (token: string) => css.getPropertyValue(token).trim();
      const bars = Plot.paths.bars?.({ size: [0.62, 22], radius: 0.15 });
      const axis = {
        stroke: color('--ink-3'),
        font: `14px ${getComputedStyle(element).fontFamily}`,
        ticks: { show: false },
      };
      const times = days.map(({ day }) => new Date(`${day}T12:00:00`).getTime() / 1000);
      const height = 180;
      const plot = new Plot(
        {
          width: element.clientWidth,
          height,
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { range: (_plot, least, most) => [least - 43_200, most + 43_200] } },
          axes: [
            {
              ...axis,
              grid: { show: false },
              size: 32,
              gap: 8,
              // Where the bars stand, as many as there is room for, today always.
              splits: (plot) => {
                const every = Math.ceil(times.length / Math.max(1, Math.floor(plot.width / 72)));
                return times.filter((_time, index) => (times.length - 1 - index) % every === 0);
              },
              values: (_plot, at) =>
                at.map((time) => new Date(time * 1000)).map((one) => `${one.getMonth() + 1}/${one.getDate()}`),
            },
            {
              ...axis,
              size: 64,
              grid: { stroke: color('--line'), width: 1 },
              values: (_plot, at) => at.map((value) => (Number.isInteger(value) ? text(value) : '')),
            },
          ],
          series: [
            {},
            {
              label: name,
              fill: color('--pine'),
              stroke: color('--pine'),
              width: 0,
              points: { show: false },
              ...(bars && { paths: bars }),
            },
          ],
        },
        [times, days.map(({ value }) => value)],
        element,
      );
      const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
      watching.observe(element);
      close = () => {
        watching.disconnect();
        plot.destroy();
      };
    });
    return () => {
      over = true;
      close();
    };
  }, [days, name, text]);
  return (
    <>
      <div ref={box} className={styles.chart} aria-hidden="true" />
      <table className="sr">
        <caption>{name}，近 30 天</caption>
        <tbody>
          {days.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{text(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
