import type { TraceLabels } from '../../../contract/trace/labels.ts';
import { Card } from '../../ui/card.tsx';
import styles from './labels.module.css';

/** `2026-11-22` → `11月22日` */
const dayText = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

/** How often the labels were scanned on which day. */
export function Scans({ labels: { scans, days } }: { labels: TraceLabels }) {
  const most = Math.max(...days.map(({ count }) => count));
  return (
    <Card title="扫码次数" note={`共 ${scans} 次`}>
      {days.length === 0 ? (
        <p className={styles.quiet}>{scans === 0 ? '标签还没有被扫过' : '近 30 天没有人扫过标签'}</p>
      ) : (
        <table className={styles.days}>
          <caption className="sr">近 30 天每天的扫码次数</caption>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>
                  <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden="true" />
                </td>
                <td>{count} 次</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>只按天记次数，不记是谁、在哪里扫的；搜索引擎和预读不算。</p>
    </Card>
  );
}
