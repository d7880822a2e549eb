import { Select, Space, Tag } from 'antd';
import { useCallback } from 'react';
import {
  type statementDays,
  type statementLines,
  type WireStatementLine,
  wrongVerdicts,
} from '../../contract/operator/statement.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText, yuan } from '../ui/time.ts';
import styles from './sheet.module.css';
import { type Filter, Filters } from './ui/filters.tsx';
import { type ListQuery, useListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { SmallTable } from './ui/sheet.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({
  name: 'console-statement',
  title: '通道对账',
  desk: 'book',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const filters: readonly Filter[] = [
  {
    kind: 'tabs',
    name: 'show',
    label: '按结果筛选',
    fallback: 'all',
    options: [
      { value: 'all', label: '全部' },
      { value: 'wrong', label: '只看不符' },
    ],
  },
];
const fallbacks: ListQuery = { show: 'all' };
const days = () => send(callAt<typeof statementDays>('/api/operator/statementDays'), {});

/** A gateway's statement of a day beside the ledger, line by line (feature P-05). */
export default function Statement() {
  const { values, change } = useListQuery(fallbacks);
  return (
    <div className={styles.stack}>
      <PageHead
        title="通道对账"
        back={<Link to="/console/book">账本</Link>}
        note="左边是支付通道的对账单，右边是我们的账本，不符的排在前面"
      />
      <Loaded load={days}>
        {(found) => {
          const picked =
            found.find(({ gateway, day }) => `${gateway} ${day}` === `${values['gateway']} ${values['day']}`) ??
            found[0];
          if (!picked) return <p className={styles.card}>没有接入支付通道</p>;
          return (
            <section className={styles.card} aria-label="对账单">
              <Space wrap>
                <Select
                  aria-label="通道和日期"
                  style={{ minWidth: 320 }}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={`${picked.gateway} ${picked.day}`}
                  options={found.map(({ gateway, gatewayName, day, findings }) => ({
                    value: `${gateway} ${day}`,
                    label: `${day} ${gatewayName}，${findings === null ? '还没有核对' : findings === 0 ? '相符' : `${findings} 处不符`}`,
                  }))}
                  onChange={(value: string) => {
                    const [gateway = '', day = ''] = value.split(' ');
                    change({ gateway, day });
                  }}
                />
                <Filters filters={filters} values={values} onChange={change} />
              </Space>
              <Lines gateway={picked.gateway} day={picked.day} show={values['show'] ?? 'all'} />
            </section>
          );
        }}
      </Loaded>
    </div>
  );
}

function Lines({ gateway, day, show }: { gateway: string; day: string; show: string }) {
  const load = useCallback(
    () => send(callAt<typeof statementLines>('/api/operator/statementLines'), { gateway, day, show, pageSize: '500' }),
    [gateway, day, show],
  );
  return (
    <Loaded load={load}>
      {({ ready, lines, counts, gatewaySum, ledgerSum }) =>
        ready ? (
          <>
            <p>
              {counts.map(({ name, count }) => `${name} ${count} 笔`).join('，') || '这一天没有资金进出'}
              ；通道合计 {yuan(gatewaySum)}，账本合计 {yuan(ledgerSum)}
            </p>
            <SmallTable
              label="对账单"
              rows={lines}
              columns={columns}
              rowKey={rowKey}
              empty={show === 'wrong' ? '没有不符的' : '没有记录'}
              minWidth={1040}
            />
          </>
        ) : (
          <p className={styles.quiet}>通道还没有出具这一天的对账单</p>
        )
      }
    </Loaded>
  );
}

const rowKey = ({ ourId, gatewayNumber, verdict }: WireStatementLine) => `${ourId} ${gatewayNumber} ${verdict}`;

const columns = [
  {
    title: '结果',
    width: 112,
    render: (_: unknown, { verdict, verdictName }: WireStatementLine) => (
      <Tag color={wrongVerdicts.includes(verdict) ? 'error' : verdict === 'same' ? 'success' : 'warning'}>
        {verdictName}
      </Tag>
    ),
  },
  {
    title: '款项',
    render: (_: unknown, { kindName, title, demandNid }: WireStatementLine) => (
      <Two second={demandNid && <Link to={`/console/orders/${demandNid}`}>{demandNid}</Link>}>
        {kindName} {title}
      </Two>
    ),
  },
  {
    title: '用户',
    render: (_: unknown, { userId, nickname }: WireStatementLine) =>
      userId ? <Link to={`/console/people/${userId}`}>{nickname}</Link> : '不认识',
  },
  {
    title: '通道',
    align: 'right' as const,
    width: 200,
    render: (_: unknown, { gatewayMoney, gatewayTime, gatewayNumber }: WireStatementLine) => (
      <Two
        second={gatewayTime === null ? undefined : `${momentText(gatewayTime)} ${gatewayNumber}`}
        alarm={gatewayMoney === ''}
      >
        {gatewayMoney === '' ? '没有' : yuan(gatewayMoney)}
      </Two>
    ),
  },
  {
    title: '账本',
    align: 'right' as const,
    width: 168,
    render: (_: unknown, { ledgerMoney, ledgerTime }: WireStatementLine) => (
      <Two second={ledgerTime === null ? undefined : momentText(ledgerTime)} alarm={ledgerMoney === ''}>
        {ledgerMoney === '' ? '没有' : yuan(ledgerMoney)}
      </Two>
    ),
  },
];
