import { useEffect, useState } from 'react';

const secondsNow = () => Math.floor(Date.now() / 1000);

/** 请在 29 分 05 秒内支付, counted down; `until` in seconds since 1970. */
export function TimeToPay({ until }: { until: number }) {
  const [now, setNow] = useState(secondsNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(secondsNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = until - now;
  if (left <= 0) return <>支付时间已到，正在确认结果</>;
  // Read out when it is come to, not second by second.
  return (
    <span role="timer" aria-live="off">
      请在 {Math.floor(left / 60)} 分 {String(left % 60).padStart(2, '0')} 秒内支付
    </span>
  );
}
