import { type TableColumnType, Tag } from 'antd';
import type { Person, PersonDemand } from '../../../contract/operator/people.ts';
import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { Changes, DeedName } from '../audit/deed.tsx';
import { Facts, SheetCard, SmallTable } from '../ui/sheet.tsx';
import { Reveal } from './reveal.tsx';

const counted = ({ count, rows }: { count: number; rows: readonly unknown[] }) =>
  count > rows.length ? `共 ${count}，显示最近 ${rows.length}` : `共 ${count}`;

/** What others reported of what they wrote or offer; opens where it is decided. */
export function ReportsAgainst({ reports }: { reports: Person['reports'] }) {
  return (
    <SheetCard title="被举报" note={`${counted(reports)}，待处理 ${reports.open}`} wide>
      <SmallTable
        label="被举报"
        rows={reports.rows}
        columns={[
          {
            title: '内容',
            render: (_, { kind, subjectId, kindName, title }) =>
              title ? (
                <>
                  {kindName} <Link to={`/console/moderation/${kind}/${subjectId}`}>{title}</Link>
                </>
              ) : (
                `${kindName}（已删除）`
              ),
          },
          { title: '举报原因', render: (_, { reason, words }) => (words ? `${reason}：${words}` : reason) },
          { title: '处理', width: 120, render: (_, { outcome }) => outcome || '待处理' },
          { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
        ]}
        rowKey={({ id }) => id}
        empty="没有人举报过"
        minWidth={720}
      />
    </SheetCard>
  );
}

/** What a person publishes, works on and tenders for. */
export function Trade({ person }: { person: Person }) {
  // Whoever may not see money may not open orders either.
  const open = person.money !== null;
  const columns: TableColumnType<PersonDemand>[] = [
    {
      title: '名称',
      render: (_, { demandNid, name, stageName }) => (
        <>
          {open ? <Link to={`/console/orders/${demandNid}`}>{name}</Link> : name}（{stageName}）
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
    { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
  ];
  const { orders, demands, tenders } = person;
  return (
    <>
      <SheetCard title="订单" note={counted(orders)} wide>
        <SmallTable
          label="订单"
          rows={orders.rows}
          columns={columns}
          rowKey={({ demandNid }) => demandNid}
          empty="没有订单"
          minWidth={720}
        />
        {open && orders.count > orders.rows.length && (
          <Link to={`/console/orders?userId=${person.id}`}>查看全部订单</Link>
        )}
      </SheetCard>
      <SheetCard title="需求" note={counted(demands)} wide>
        <SmallTable
          label="需求"
          rows={demands.rows}
          columns={columns.filter(({ title }) => title !== '对方' && title !== '金额')}
          rowKey={({ demandNid }) => demandNid}
          empty="没有发布过需求"
        />
      </SheetCard>
      <SheetCard title="投标" note={counted(tenders)} wide>
        <SmallTable
          label="投标"
          rows={tenders.rows}
          columns={[
            { title: '需求', dataIndex: 'name' },
            { title: '结果', width: 88, dataIndex: 'stateName' },
            {
              title: '报价',
              align: 'right',
              width: 200,
              render: (_, { offer, days }) => (offer ? `${yuan(offer)}，${days} 天` : `${days} 天`),
            },
            { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
          ]}
          rowKey={({ demandNid }) => demandNid}
          empty="没有投过标"
        />
      </SheetCard>
    </>
  );
}

/** What somebody has with the portal, and the cards it is paid out to. */
export function Money({ person, money }: { person: Person; money: NonNullable<Person['money']> }) {
  return (
    <SheetCard title="资金" note={<Link to={`/console/book?userId=${person.id}`}>账本流水</Link>}>
      <Facts
        facts={[
          ['可用余额', yuan(money.account)],
          ['提现冻结', yuan(money.freeze_account)],
          ['收入', yuan(money.income)],
          ['支出', yuan(money.output)],
          ...money.cards.map(
            (card) =>
              [
                card.bank_name,
                <Reveal
                  key={card.id}
                  id={person.id}
                  field="card"
                  cardId={card.id}
                  covered={card.bank_account}
                  may={person.reveals.includes('card')}
                />,
              ] as const,
          ),
        ]}
      />
    </SheetCard>
  );
}

export function Withdrawals({ money }: { money: NonNullable<Person['money']> }) {
  return (
    <SheetCard title="提现" note={counted(money.withdrawals)} wide>
      <SmallTable
        label="提现"
        rows={money.withdrawals.rows}
        columns={[
          { title: '单号', dataIndex: 'order_id' },
          { title: '金额', align: 'right', render: (_, row) => yuan(row.money) },
          { title: '状态', width: 88, dataIndex: 'statusName' },
          { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
        ]}
        rowKey={({ id }) => id}
        empty="没有提现"
      />
    </SheetCard>
  );
}

/** Where somebody is signed in; nothing for who may not see it. */
export function Devices({ devices }: { devices: Person['devices'] }) {
  return (
    devices && (
      <SheetCard title="登录中的设备" note={`${devices.length} 台`}>
        <SmallTable
          label="登录中的设备"
          rows={devices}
          columns={[
            { title: '设备', dataIndex: 'name' },
            { title: '网络地址', dataIndex: 'address' },
            { title: '最近使用', width: 172, render: (_, { seen }) => momentText(seen) },
          ]}
          rowKey={({ address, time, seen }) => `${address} ${time} ${seen}`}
          empty="没有登录中的设备"
        />
      </SheetCard>
    )
  );
}

/** How somebody was kept out, what they were told, and what operators did. */
export function Trace({ person }: { person: Person }) {
  const { suspensions, notices, audit } = person;
  return (
    <>
      {suspensions.length > 0 && (
        <SheetCard title="停用记录" wide>
          <SmallTable
            label="停用记录"
            rows={suspensions}
            columns={[
              { title: '原因', dataIndex: 'reason' },
              { title: '停用', render: (_, { from, by }) => `${momentText(from)}，${by}` },
              {
                title: '期限',
                width: 172,
                render: (_, { until }) => (until === null ? '直到恢复' : momentText(until)),
              },
              {
                title: '结束',
                render: (_, { ended, endedBy, endReason }) =>
                  ended === null
                    ? '仍在停用'
                    : `${momentText(ended)}，${endedBy ? `${endedBy}：${endReason}` : '到期'}`,
              },
            ]}
            rowKey={({ id }) => id}
            empty=""
          />
        </SheetCard>
      )}
      {notices && (
        <SheetCard title="收到的通知" note={counted(notices)} wide>
          <SmallTable
            label="收到的通知"
            rows={notices.rows.slice(0, 8)}
            columns={[
              { title: '内容', dataIndex: 'text' },
              { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
            ]}
            rowKey={({ time, text }) => `${time} ${text}`}
            empty="没有通知"
          />
        </SheetCard>
      )}
      {audit && (
        <SheetCard title="操作审计" note={`最近 ${audit.length} 条`} wide>
          <SmallTable
            label="操作审计"
            rows={audit}
            columns={[
              { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
              { title: '操作人', width: 184, dataIndex: 'by' },
              { title: '操作', width: 216, render: (_, entry) => <DeedName entry={entry} here={person.id} /> },
              { title: '改动', render: (_, entry) => <Changes entry={entry} /> },
              { title: '原因', width: 200, dataIndex: 'why' },
            ]}
            rowKey={({ number }) => String(number)}
            empty="没有记录"
            minWidth={960}
          />
        </SheetCard>
      )}
    </>
  );
}
