import { Tag } from 'antd';
import { useCallback } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import {
  type statementDays,
  type statementLines,
  type WireStatementLine,
  wrongVerdicts,
} from '../../contract/operator/statement.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { momentText, yuan } from '../ui/time.ts';
import styles from './sheet.module.css';
import { type Filter, Filters } from './ui/filters.tsx';
import { type ListQuery, useListQuery } from './ui/list-query.ts';
import { Loaded, Unfit } from './ui/loaded.tsx';
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

type Days = CallOutput<typeof statementDays>;

/** What is looked at stands first in the row: a channel where there are several, one of its days, then how much of it. */
function filtersOf(days: Days, gateway: string, day: string): readonly Filter[] {
  const own = days.filter((one) => one.gateway === gateway);
  const options = own.map(({ day: one, findings }, index) => ({
    value: one,
    label: `${one}，${comparedText(findings, index === 0)}`,
  }));
  const gateways = new Map(days.map((one) => [one.gateway, one.gatewayName]));
  const channel: Filter = {
    kind: 'select',
    name: 'gateway',
    label: '支付通道',
    always: true,
    options: [...gateways].map(([value, label]) => ({ value, label })),
  };
  return [
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
    channel,
    {
      kind: 'select',
      name: 'day',
      label: '日期',
      always: true,
      // An earlier day is not among those that are offered.
      options: own.some((one) => one.day === day) ? options : [...options, { value: day, label: day }],
    },
    { kind: 'day', name: 'day', label: '更早的日期' },
  ];
}

const comparedText = (findings: number | null, today: boolean): string =>
  findings === null ? (today ? '次日出账后核对' : '还没有核对') : findings === 0 ? '相符' : `${findings} 处不符`;

const fallbacks: ListQuery = { show: 'all' };
const days = () => send(callAt<typeof statementDays>('/api/operator/statementDays'), {});

/** A gateway's statement of a day beside the ledger, line by line (feature P-05). */
export default function Statement() {
  const { values, change } = useListQuery(fallbacks);
  return (
    <div className={styles.stack}>
      <PageHead
        title="通道对账"
        back={{ to: '/console/book', label: '账本' }}
        note="一边是支付通道的对账单，一边是我们的账本，不符的排在前面"
      />
      <section className={styles.card} aria-label="对账单">
        <Loaded load={days}>
          {(found) => {
            const first = found[0];
            if (!first) return <Empty icon="wallet" text="没有接入支付通道" />;
            const { gateway = first.gateway, day = first.day } = values;
            if (found.every((one) => one.gateway !== gateway)) return <Unfit text="没有接入这个支付通道" />;
            return (
              <>
                <Filters
                  filters={filtersOf(found, gateway, day)}
                  values={{ ...values, gateway, day }}
                  onChange={change}
                />
                <Lines key={`${gateway} ${day}`} gateway={gateway} day={day} show={values['show'] ?? 'all'} />
              </>
            );
          }}
        </Loaded>
      </section>
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
      {({ ready, lines, counts, gatewaySum, ledgerSum }) => {
        if (!ready) return <Empty icon="clock" text="通道还没有出具这一天的对账单" />;
        return (
          <>
            <p className={styles.sum}>
              {counts.map(({ name, count }) => `${name} ${count} 笔，`)}通道合计 {yuan(gatewaySum)}，账本合计{' '}
              {yuan(ledgerSum)}
            </p>
            <SmallTable
              label="对账单"
              rows={lines}
              columns={columns}
              rowKey={rowKey}
              empty={
                <Empty
                  icon={counts.length === 0 ? 'wallet' : 'checkc'}
                  text={counts.length === 0 ? '这一天没有资金进出' : '这一天没有不符的'}
                />
              }
              minWidth={1040}
            />
          </>
        );
      }}
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
