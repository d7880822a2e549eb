import { useEffect, useState } from 'react';
import { countdownParts, momentText, relativeTime, timeLeft } from './time.ts';

/**
 * The time by the visitor's clock, renewed once a minute. The server's HTML and the first render show `rendered`, the
 * time at which the page was made, so that both say the same.
 */
export function useNow(rendered: number): number {
  const [now, setNow] = useState(rendered);
  useEffect(() => {
    const tick = () => setNow(Math.floor(Date.now() / 1000));
    tick();
    const timer = setInterval(tick, 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** 12分钟前, with the exact time for those who point at it. */
export function Ago({ at, rendered }: { at: number; rendered: number }) {
  const now = useNow(rendered);
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={momentText(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** 剩 4 天, or `over` once the time has come. */
export function TimeLeft({ until, rendered, over = '已截止' }: { until: number; rendered: number; over?: string }) {
  const now = useNow(rendered);
  return <time dateTime={new Date(until * 1000).toISOString()}>{timeLeft(until, now) || over}</time>;
}

/** Days, hours, minutes and seconds until a moment, counted down in the browser. */
export function Countdown({ until, rendered, over = '已截止' }: { until: number; rendered: number; over?: string }) {
  const [now, setNow] = useState(rendered);
  useEffect(() => {
    const tick = () => setNow(Math.floor(Date.now() / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - now);
  if (left === 0) return <>{over}</>;
  // Read out as one phrase, not second by second.
  return (
    <span role="timer" aria-live="off">
      {countdownParts(left).map(([value, unit]) => (
        <span key={unit}>
          <b>{value}</b> {unit}{' '}
        </span>
      ))}
    </span>
  );
}
