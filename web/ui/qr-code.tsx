import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrModules } from '../../contract/qr.ts';

/** modules of white around a code, without which cameras do not find it */
const quiet = 4;

/** Words as a code to be scanned, black on white whatever the page looks like. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [path, size] = useMemo(() => {
    const rows = qrModules(text);
    const cells = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])));
    return [cells.join(''), rows.length + 2 * quiet] as const;
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
