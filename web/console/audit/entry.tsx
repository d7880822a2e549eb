import { Typography } from 'antd';
import type { AuditEntry } from '../../../contract/operator/audit.ts';
import { actionName } from '../../../contract/operator/audit-names.ts';
import { type ChangeLine, changeLines, onlyLooked } from '../../../contract/operator/audit-words.ts';
import { momentText } from '../../ui/time.ts';
import { Facts, SmallTable } from '../ui/sheet.tsx';
import styles from './deed.module.css';
import { Pieces, Subject } from './deed.tsx';

/** Something to be copied whole: ids and hashes. */
const Code = ({ children }: { children: string }) => (
  <Typography.Text code copyable={{ text: children }} className={styles.hash}>
    {children}
  </Typography.Text>
);

/** One deed with all that the record holds of it. */
export function WholeEntry({ entry }: { entry: AuditEntry }) {
  const { number, time, by, address, device, action, subjectKind, subjectId, why, known } = entry;
  const lines = changeLines(entry);
  const looked = onlyLooked(lines);
  const side = (of: 'before' | 'after') => (_: unknown, line: ChangeLine) => {
    const pieces = line[of];
    return pieces ? <Pieces pieces={pieces} known={known} /> : '—';
  };
  return (
    <div className={styles.whole}>
      <Facts
        facts={[
          ['序号', `第 ${number} 条`],
          ['时间', momentText(time)],
          ['操作人', by],
          ['来自', [address, device].filter(Boolean).join('，') || '没有记录'],
          ['操作', actionName(action)],
          [
            '对象',
            <span key="subject">
              <Subject entry={entry} whole />
            </span>,
          ],
          ['对象编号', <Code key="id">{`${subjectKind}:${subjectId}`}</Code>],
          ['原因', why || '没有填写'],
        ]}
      />
      <section aria-label="改动">
        <h3>{looked ? '只是查看，没有改动' : '改动'}</h3>
        <SmallTable
          label="改动"
          rows={lines}
          columns={[
            { title: '内容', width: 128, dataIndex: 'label' },
            ...(looked
              ? [{ title: '当时', render: side('after') }]
              : [
                  { title: '之前', render: side('before') },
                  { title: '之后', render: side('after') },
                ]),
          ]}
          rowKey={({ name }) => name}
          empty="这个操作没有改动的内容"
        />
      </section>
      <section aria-label="哈希">
        <h3>哈希</h3>
        <Facts
          facts={[
            ['前一条', <Code key="previous">{entry.previous}</Code>],
            ['这一条', <Code key="hash">{entry.hash}</Code>],
          ]}
        />
        <details className={styles.base}>
          <summary>哈希所依据的原始内容</summary>
          <pre className={styles.raw}>
            {JSON.stringify({ action, before: JSON.parse(entry.before), after: JSON.parse(entry.after) }, null, 2)}
          </pre>
        </details>
      </section>
    </div>
  );
}
