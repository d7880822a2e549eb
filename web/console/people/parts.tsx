import type { Person } from '../../../contract/operator/people.ts';
import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { Changes, DeedName } from '../audit/deed.tsx';
import { Facts, SheetCard, SmallTable } from '../ui/sheet.tsx';
import { Reveal } from './reveal.tsx';

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

/** How somebody was kept out, and what operators did. */
export function Trace({ person }: { person: Person }) {
  const { suspensions, audit } = person;
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
