import { momentText } from '../../ui/time.ts';
import { type HistoryLine, historyLines } from './history-lines.ts';
import styles from './history.module.css';
import type { OrderInfo } from './wire.ts';

/** lines that stand open; those before are a press away */
const newest = 6;

/** Everything that happened to an order, newest first; what the diary tells is only pointed to, where the page has it. */
export function History({ order, diary = false }: { order: OrderInfo; diary?: boolean }) {
  const lines = historyLines(order.history);
  return (
    <>
      <Lines lines={lines.slice(0, newest)} diary={diary} />
      {lines.length > newest && (
        <details className={styles.older}>
          <summary>更早的 {lines.length - newest} 条</summary>
          <Lines lines={lines.slice(newest)} diary={diary} />
        </details>
      )}
    </>
  );
}

function Lines({ lines, diary }: { lines: readonly HistoryLine[]; diary: boolean }) {
  return (
    <ol className={styles.history}>
      {lines.map((line, index) =>
        line.kind === 'reports' ? (
          <li key={`reports-${line.last}-${index}`}>
            <When seconds={line.last} />
            <div>
              <h3>
                {line.count === 1 ? '汇报进度' : `汇报进度 ${line.count} 次`}
                {diary && (
                  <a className={styles.diary} href="#progress">
                    查看进度日记
                  </a>
                )}
              </h3>
              {line.count > 1 && <p>从 {momentText(line.first)} 起</p>}
            </div>
          </li>
        ) : (
          <Step key={`${line.entry.time}-${index}`} entry={line.entry} label={line.label} />
        ),
      )}
    </ol>
  );
}

function Step({ entry, label }: { entry: OrderInfo['history'][number]; label: string }) {
  return (
    <li>
      <When seconds={entry.time} />
      <div>
        <h3>
          {label}
          {entry.toStatus !== entry.fromStatus && <small>{entry.statusName}</small>}
        </h3>
        {entry.nickname && <p>{entry.nickname}</p>}
        {entry.reason && <p>原因：{entry.reason}</p>}
      </div>
    </li>
  );
}

const When = ({ seconds }: { seconds: number }) => (
  <time dateTime={new Date(seconds * 1000).toISOString()}>{momentText(seconds)}</time>
);
