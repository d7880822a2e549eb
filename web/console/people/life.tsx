import { type TableColumnType, Tag } from 'antd';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import type { Person, PersonDemand } from '../../../contract/operator/people.ts';
import type { ReportKind } from '../../../contract/report-reasons.ts';
import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import styles from '../sheet.module.css';
import { DeskLink, useMayOpen } from '../ui/desk-link.tsx';
import { SheetCard, SmallTable } from '../ui/sheet.tsx';

/** Rows of a person's page, the first of so many. */
interface List<Row> {
  count: number;
  rows: readonly Row[];
}

/** Something that a person may have many of. */
interface Part {
  title: string;
  count: number;
  card: ReactElement;
}

function part<Row extends object>(
  title: string,
  { count, rows }: List<Row>,
  table: Pick<ComponentProps<typeof SmallTable<Row>>, 'columns' | 'rowKey' | 'minWidth'>,
  more: { note?: string; foot?: ReactNode } = {},
): Part {
  const note = [count > rows.length ? `共 ${count}，显示最近 ${rows.length}` : `共 ${count}`, more.note].filter(
    Boolean,
  );
  return {
    title,
    count,
    card: (
      <SheetCard key={title} title={title} note={note.join('，')} wide>
        <SmallTable label={title} rows={rows} empty="" {...table} />
        {more.foot}
      </SheetCard>
    ),
  };
}

/** What a person did and what was done about it, each on a card of its own; what there is none of is said in one line. */
export function Life({ person }: { person: Person }) {
  const mayOpen = useMayOpen();
  const parts = [
    reports(person),
    ...trade(person, mayOpen('/console/orders')),
    cases(person),
    writings(person),
    ...(person.money ? [withdrawals(person.money)] : []),
    ...(person.notices ? [notices(person.notices)] : []),
  ];
  const none = parts.filter(({ count }) => count === 0);
  return (
    <>
      {parts.filter(({ count }) => count > 0).map(({ card }) => card)}
      {none.length > 0 && (
        <p className={`${styles.card} ${styles.wide} ${styles.quiet}`}>
          没有的记录：{none.map(({ title }) => title).join('、')}
        </p>
      )}
    </>
  );
}

function Moderated({ kind, id, kindName, title }: { kind: ReportKind; id: string; kindName: string; title: string }) {
  if (!title) return `${kindName}（已删除）`;
  return (
    <>
      {kindName} <DeskLink to={`/console/moderation/${kind}/${id}`}>{title}</DeskLink>
    </>
  );
}

const timeColumn = { title: '时间', width: 172, render: (_: unknown, { time }: { time: number }) => momentText(time) };
const stateOf = (name: string, reason: string) => (reason ? `${name}：${reason}` : name);

/** What others reported of what they wrote or offer; opens where it is decided. */
const reports = ({ reports: list }: Person): Part =>
  part(
    '被举报',
    list,
    {
      columns: [
        {
          title: '内容',
          render: (_, { kind, subjectId, kindName, title }) => (
            <Moderated kind={kind} id={subjectId} kindName={kindName} title={title} />
          ),
        },
        { title: '举报原因', render: (_, { reason, words }) => (words ? `${reason}：${words}` : reason) },
        { title: '处理', width: 120, render: (_, { outcome }) => outcome || '待处理' },
        timeColumn,
      ],
      rowKey: ({ id }) => id,
      minWidth: 720,
    },
    { note: `待处理 ${list.open}` },
  );

const writings = ({ writings: list }: Person): Part =>
  part('话题和评论', list, {
    columns: [
      {
        title: '内容',
        render: (_, { kind, id, kindName, title }) => (
          <Moderated kind={kind} id={id} kindName={kindName} title={title} />
        ),
      },
      { title: '状态', width: 280, render: (_, { stateName, reason }) => stateOf(stateName, reason) },
      timeColumn,
    ],
    rowKey: ({ id }) => id,
    minWidth: 720,
  });

const cases = ({ cases: list }: Person): Part =>
  part('案例', list, {
    columns: [
      {
        title: '名称',
        render: (_, { id, type, name, stageName }) => (
          <>
            <DeskLink to={`/console/cases/${type}/${id}`}>{name}</DeskLink>（{stageName}）
          </>
        ),
      },
      { title: '状态', width: 280, render: (_, { statusName, reason }) => stateOf(statusName, reason) },
      { ...timeColumn, title: '最近修改' },
    ],
    rowKey: ({ id }) => id,
    minWidth: 720,
  });

/** What a person publishes, works on and tenders for. */
function trade({ id, orders, demands, tenders }: Person, linked: boolean): Part[] {
  const columns: TableColumnType<PersonDemand>[] = [
    {
      title: '名称',
      render: (_, { demandNid, name, stageName }) => (
        <>
          <DeskLink to={`/console/orders/${demandNid}`}>{name}</DeskLink>（{stageName}）
        </>
      ),
    },
    {
      title: '状态',
      width: 128,
      render: (_, { statusName, disputed }) => (
        <>
          {statusName} {disputed && <Tag color="error">争议</Tag>}
        </>
      ),
    },
    {
      title: '对方',
      render: (_, { other, otherId, side }) =>
        otherId ? (
          <>
            <Link to={`/console/people/${otherId}`}>{other}</Link>（{side === 'owner' ? '承接' : '发布'}）
          </>
        ) : null,
    },
    { title: '金额', align: 'right', width: 120, render: (_, { amount }) => (amount ? yuan(amount) : '') },
    timeColumn,
  ];
  const rowKey = ({ demandNid }: { demandNid: string }) => demandNid;
  return [
    part(
      '订单',
      orders,
      { columns, rowKey, minWidth: 720 },
      {
        foot: linked && orders.count > orders.rows.length && (
          <Link to={`/console/orders?userId=${id}`}>查看全部订单</Link>
        ),
      },
    ),
    part('需求', demands, {
      columns: columns.filter(({ title }) => title !== '对方' && title !== '金额'),
      rowKey,
    }),
    part('投标', tenders, {
      columns: [
        {
          title: '需求',
          render: (_, { demandNid, name }) => <DeskLink to={`/console/orders/${demandNid}`}>{name}</DeskLink>,
        },
        { title: '结果', width: 88, dataIndex: 'stateName' },
        {
          title: '报价',
          align: 'right',
          width: 200,
          render: (_, { offer, days }) => (offer ? `${yuan(offer)}，${days} 天` : `${days} 天`),
        },
        timeColumn,
      ],
      rowKey,
    }),
  ];
}

const withdrawals = ({ withdrawals: list }: NonNullable<Person['money']>): Part =>
  part('提现', list, {
    columns: [
      {
        title: '单号',
        render: (_, { id, order_id }) => <DeskLink to={`/console/withdrawals/${id}`}>{order_id}</DeskLink>,
      },
      { title: '金额', align: 'right', render: (_, row) => yuan(row.money) },
      { title: '状态', width: 88, dataIndex: 'statusName' },
      timeColumn,
    ],
    rowKey: ({ id }) => id,
  });

const notices = (list: NonNullable<Person['notices']>): Part =>
  part(
    '收到的通知',
    { count: list.count, rows: list.rows.slice(0, 8) },
    {
      columns: [{ title: '内容', dataIndex: 'text' }, timeColumn],
      rowKey: ({ time, text }) => `${time} ${text}`,
    },
  );
