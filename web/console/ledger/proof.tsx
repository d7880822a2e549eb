import { Alert } from 'antd';
import { type Finding, type LedgerProof, proofChecks } from '../../../contract/operator/ledger.ts';
import { Icon } from '../../ui/icon.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import styles from '../sheet.module.css';
import { SmallTable } from '../ui/sheet.tsx';

/** What came of it, in a few words. */
export function verdictOf({ finish_time, findingCount, waiting }: LedgerProof): string {
  if (finish_time === null) return '核对没有完成';
  if (findingCount > 0) return `发现 ${findingCount} 处不符`;
  return waiting.length > 0 ? `账目相符，另有 ${waiting.length} 项待核对` : '账目相符';
}

/** One proof of the ledger: what was found, what was looked at, and the sums by kind of account. */
export function Proof({ proof }: { proof: LedgerProof }) {
  const { finish_time, findings, findingCount, waiting, counts, checks, totals, total, seconds, create_time } = proof;
  const clean = finish_time !== null && findingCount === 0;
  const sums = [
    ...totals.map(({ kind, name, money }) => ({ kind, name, money, wrong: false })),
    { kind: 'all', name: '合计（应为零）', money: total, wrong: Number(total) !== 0 },
  ];
  return (
    <div className={styles.stack}>
      <Alert
        type={clean ? 'success' : 'error'}
        showIcon
        title={verdictOf(proof)}
        description={`${momentText(create_time)}，用时 ${seconds} 秒：${counts.transactions} 笔交易、${counts.entries} 条分录、${counts.accounts} 个账户、${counts.orders} 个在托管的订单`}
      />
      {findings.length > 0 && <Findings label="不符之处" findings={findings} />}
      {waiting.length > 0 && <Findings label="待核对" findings={waiting} />}
      <div className={styles.sheet}>
        <SmallTable
          label="核对项目"
          rows={checks.map((check) => ({
            check,
            wrong: findings.filter((one) => one.check === check).length,
            open: waiting.filter((one) => one.check === check).length,
          }))}
          rowKey={({ check }) => check}
          empty="没有核对项目"
          columns={[
            { title: '核对项目', render: (_, { check }) => proofChecks[check] },
            {
              title: '结果',
              width: 152,
              render: (_, { wrong, open }) => (
                <span style={{ color: wrong > 0 ? 'var(--danger)' : open > 0 ? 'var(--ink-2)' : 'var(--success)' }}>
                  <Icon name={wrong > 0 ? 'x' : open > 0 ? 'clock' : 'check'} size="small" />
                  {wrong > 0 ? ` ${wrong} 处不符` : open > 0 ? ` ${open} 项待核对` : ' 相符'}
                </span>
              ),
            },
          ]}
        />
        <SmallTable
          label="各类账户合计，正数是平台应付的"
          rows={sums}
          rowKey={({ kind }) => kind}
          empty="还没有账户"
          columns={[
            { title: '账户', render: (_, { name }) => name },
            {
              title: '合计，正数是平台应付的',
              align: 'right',
              render: (_, { money, wrong }) => (
                <b style={wrong ? { color: 'var(--danger)' } : undefined}>{yuan(money)}</b>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}

function Findings({ label, findings }: { label: string; findings: readonly Finding[] }) {
  return (
    <SmallTable
      label={label}
      rows={findings.map((finding, index) => ({ ...finding, index }))}
      rowKey={({ index }) => String(index)}
      empty=""
      columns={[
        { title: label, width: 200, render: (_, { check }) => proofChecks[check] },
        { title: '对象', width: 240, render: (_, { subject }) => <code>{subject}</code> },
        { title: '说明', render: (_, { message }) => message },
      ]}
    />
  );
}
