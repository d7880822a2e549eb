import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type LedgerProof, type ledgerProofs, proofChecks, type proveLedger } from '../../contract/operator/ledger.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import styles from './console.module.css';
import own from './ledger.module.css';

export const handle = page({ name: 'console-ledger', title: '账务核对', ground: 'mist', bare: true, unlisted: true });

const pageSize = 10;

/** Proofs of the ledger: every night, and whenever an operator asks (feature P-05). */
export default function Ledger() {
  const [query] = useSearchParams();
  const number = query.get('page') ?? '1';
  const [busy, once] = useSending();
  const [made, setMade] = useState(0);
  const load = useCallback(async () => {
    // Asked again after one was made.
    void made;
    const reply = await send(callAt<typeof ledgerProofs>('/api/operator/ledgerProofList'), { page: number });
    return reply.ok
      ? { ...reply, data: { proofs: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [number, made]);

  async function prove() {
    const reply = await once(() => send(callAt<typeof proveLedger>('/api/operator/ledgerProve'), {}));
    if (!reply) return;
    if (!reply.ok) return toast(reply.message, 'failure');
    if (reply.data.findingCount === 0) toast('核对完成，账目相符');
    else toast(`核对完成，发现 ${reply.data.findingCount} 处不符`, 'failure');
    setMade((count) => count + 1);
  }

  return (
    <>
      <header className={styles.head}>
        <h1>账务核对</h1>
        <Button tone="pine" icon="check" busy={busy} onClick={() => void prove()}>
          立即核对
        </Button>
        <p>每天凌晨三点自动核对一次全部账目，也可以随时核对。核对只读数据，不影响交易。</p>
      </header>
      <LatePart
        load={load}
        skeleton={
          <Loading count={2}>
            <Skeleton height="2rem" />
          </Loading>
        }
      >
        {({ proofs, count, ...position }) => {
          const [latest] = proofs;
          if (!latest)
            return (
              <div className={styles.card}>
                <Empty icon="shield" text="还没有核对过" />
              </div>
            );
          return (
            <>
              {position.page === 1 && <Proof proof={latest} />}
              <History proofs={proofs} />
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          );
        }}
      </LatePart>
    </>
  );
}

function Proof({ proof }: { proof: LedgerProof }) {
  const { finish_time, findingCount, findings, waiting, counts, checks, totals, total, seconds, create_time } = proof;
  const clean = finish_time !== null && findingCount === 0;
  return (
    <section className={styles.card} aria-labelledby="latest">
      <h2 id="latest" className={clean ? own.clean : styles.alarm}>
        <Icon name={clean ? 'checkc' : 'warn'} />
        {finish_time === null
          ? '核对没有完成'
          : clean
            ? waiting.length > 0
              ? `账目相符，另有 ${waiting.length} 项待核对`
              : '账目相符'
            : `发现 ${findingCount} 处不符`}
      </h2>
      <p className={own.told}>
        {momentText(create_time)}，用时 {seconds} 秒：{counts.transactions} 笔交易、{counts.entries} 条分录、
        {counts.accounts} 个账户、{counts.orders} 个在托管的订单
      </p>
      {findings.length > 0 && (
        <ul className={own.findings} aria-label="不符之处">
          {findings.map(({ check, subject, message }, index) => (
            <li key={index}>
              <b>{proofChecks[check]}</b>
              <code>{subject}</code>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <ul className={own.waiting} aria-label="待核对">
          {waiting.map(({ check, subject, message }, index) => (
            <li key={index}>
              <b>{proofChecks[check]}</b>
              <code>{subject}</code>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={own.sides}>
        <ul className={own.checks} aria-label="核对项目">
          {checks.map((check) => {
            const wrong = findings.filter((finding) => finding.check === check).length;
            const open = waiting.filter((one) => one.check === check).length;
            return (
              <li key={check} className={wrong > 0 ? styles.alarm : open > 0 ? own.open : undefined}>
                <Icon name={wrong > 0 ? 'x' : open > 0 ? 'clock' : 'check'} size="small" />
                {proofChecks[check]}
                {wrong > 0 && `（${wrong} 处不符）`}
                {open > 0 && `（${open} 项待核对）`}
              </li>
            );
          })}
        </ul>
        <dl className={own.totals} aria-label="各类账户合计，正数是平台应付的">
          {totals.map(({ kind, name, money }) => (
            <div key={kind}>
              <dt>{name}</dt>
              <dd>{yuan(money)}</dd>
            </div>
          ))}
          <div>
            <dt>合计（应为零）</dt>
            <dd className={Number(total) === 0 ? undefined : styles.alarm}>{yuan(total)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

function History({ proofs }: { proofs: readonly LedgerProof[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">历次核对</caption>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">由谁</th>
            <th scope="col">结果</th>
            <th scope="col">分录</th>
            <th scope="col">用时</th>
          </tr>
        </thead>
        <tbody>
          {proofs.map(({ id, create_time, trigger, askedBy, finish_time, findingCount, waiting, counts, seconds }) => (
            <tr key={id}>
              <td data-label="时间">{momentText(create_time)}</td>
              <td data-label="由谁">{trigger === 'nightly' ? '每日自动' : askedBy}</td>
              <td data-label="结果">
                {finish_time === null ? (
                  <span className={styles.alarm}>没有完成</span>
                ) : findingCount === 0 ? (
                  waiting.length > 0 ? (
                    `相符，${waiting.length} 项待核对`
                  ) : (
                    '相符'
                  )
                ) : (
                  <span className={styles.alarm}>{findingCount} 处不符</span>
                )}
              </td>
              <td data-label="分录">{counts.entries}</td>
              <td data-label="用时">{seconds} 秒</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
