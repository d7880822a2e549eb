import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './day-chart.module.css';
import { dayAfter, dayText, labelledDays, shortFigure, ticksOf } from './day-scale.ts';

export interface DaySeries {
  /** said beside the value where a chart has several */
  name: string;
  /** one a day; null where a day has none */
  values: readonly (number | null)[];
  /** drawn below the line */
  down?: boolean;
}

/**
 * Numbers a day as bars. Each day's are told beside it to whoever points at it or comes to it by the arrow keys, and are read
 * out then; a table says them all to those who do not see the bars.
 */
export function DayChart({
  name,
  days,
  series,
  text,
  until,
  empty,
  height,
}: {
  name: string;
  /** YYYY-MM-DD, the oldest first, today at the end */
  days: readonly string[];
  series: readonly DaySeries[];
  /** a value with its unit */
  text: (value: number) => string;
  /** until when today is counted */
  until?: string | undefined;
  /** in place of bars where there is none */
  empty: string;
  /** of the bars, in pixels */
  height: number;
}) {
  const plot = useRef<HTMLDivElement>(null);
  const help = useId();
  const [at, setAt] = useState<number>();
  const [focused, setFocused] = useState(false);
  const all = series.flatMap(({ values, down }) => values.map((value) => (down ? -1 : 1) * (value ?? 0)));
  if (all.every((value) => value === 0))
    return (
      <p className={styles.empty} style={{ '--height': `${height}px` } as CSSProperties}>
        {empty}
      </p>
    );

  const last = days.length - 1;
  const today = days[last] ?? '';
  const ticks = ticksOf(Math.min(...all), Math.max(...all));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const percent = (value: number) => `${(100 * value) / (high - low)}%`;
  const words = (index: number) =>
    series.map(({ name: one, values }) => {
      const value = values[index] ?? null;
      return { name: one, text: value === null ? '没有' : text(value) };
    });
  const said = (index: number) => {
    const told = words(index).map((one) => (series.length > 1 ? `${one.name} ${one.text}` : one.text));
    return [dayText(days[index] ?? '', today), ...told].join('，');
  };

  const point = (clientX: number) => {
    const box = plot.current?.getBoundingClientRect();
    if (box) setAt(Math.min(last, Math.max(0, Math.floor(((clientX - box.left) / box.width) * days.length))));
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Escape') return setAt(undefined);
    const next = dayAfter(at ?? last, event.key, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <>
      <div
        className={styles.chart}
        style={{ '--height': `${height}px` } as CSSProperties}
        // Arrow keys are this chart's own, also where a screen reader would take them.
        role="application"
        aria-roledescription="柱状图"
        aria-label={name}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={press}
        onFocus={() => {
          setFocused(true);
          setAt((before) => before ?? last);
        }}
        onBlur={() => {
          setFocused(false);
          setAt(undefined);
        }}
      >
        <div className={styles.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick}>{shortFigure(Math.abs(tick))}</span>
          ))}
        </div>
        <div
          ref={plot}
          className={styles.plot}
          aria-hidden="true"
          // A finger that scrolls past is told nothing; one that presses is.
          onPointerMove={({ clientX, pointerType }) => (pointerType === 'mouse' || focused) && point(clientX)}
          onClick={({ clientX }) => point(clientX)}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === 'mouse' && !focused) setAt(undefined);
          }}
        >
          <div className={styles.lines}>
            {ticks.map((tick) => (
              <hr key={tick} data-zero={tick === 0 || undefined} />
            ))}
          </div>
          {days.map((day, index) => (
            <div key={day} className={styles.day} data-at={index === at || undefined}>
              {series.map(({ name: one, values, down }) => {
                const value = values[index] ?? 0;
                if (value === 0) return null;
                const from = down ? { top: percent(high) } : { bottom: percent(-low) };
                return <i key={one} data-down={down} style={{ ...from, height: percent(value) }} />;
              })}
            </div>
          ))}
          {at !== undefined && (
            <div
              className={styles.tip}
              style={
                at < days.length / 2
                  ? { left: `calc(${(100 * (at + 1)) / days.length}% + 4px)` }
                  : { right: `calc(${(100 * (days.length - at)) / days.length}% + 4px)` }
              }
            >
              <span>{dayText(days[at] ?? '', today)}</span>
              {words(at).map((one) => (
                <b key={one.name}>
                  {series.length > 1 && `${one.name} `}
                  {one.text}
                </b>
              ))}
              {at === last && until && <span>{until}</span>}
            </div>
          )}
        </div>
        <div className={styles.days} aria-hidden="true">
          {labelledDays(days).map(({ index, label }) => (
            <span
              key={index}
              style={index === last ? { right: 0 } : { left: `${(100 * (index + 0.5)) / days.length}%` }}
              data-last={index === last || undefined}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
      <span id={help} hidden>
        用左右方向键逐日查看
      </span>
      <span className="sr" role="status">
        {focused && at !== undefined ? said(at) : ''}
      </span>
      {/* A table is as wide as what stands in it, whatever it is told: what holds it is not. */}
      <div className="sr">
        <table>
          <caption>
            {name}，近 {days.length} 天
          </caption>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {words(index).map((one) => (
                  <td key={one.name}>{series.length > 1 ? `${one.name} ${one.text}` : one.text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
