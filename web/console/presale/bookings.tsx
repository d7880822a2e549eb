import { Space, Table, type TableColumnType } from 'antd';
import { type Key, useCallback, useState } from 'react';
import {
  type operatorPresaleBookings,
  type operatorPresaleContact,
  type operatorPresaleSettle,
  type Outcome,
  outcomes,
  type PresaleBooking,
  type PresaleDeskInfo,
  settleNoteField,
} from '../../../contract/operator/presale.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Tag } from '../../ui/tag.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from '../content/content.module.css';
import { EditButton } from '../content/edit-button.tsx';
import { useMayEdit } from '../content/may-edit.ts';
import { useDesk } from '../layout.tsx';
import { Ask } from '../ui/ask.tsx';
import { FieldItem } from '../ui/field-item.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Two } from '../ui/two.tsx';

const pageSize = 200;

/** Who booked what; once the pre-sale has ended, what became of it. */
export function Bookings({ info, reload }: { info: PresaleDeskInfo; reload: () => void }) {
  const { id } = info;
  const load = useCallback(
    () => send(callAt<typeof operatorPresaleBookings>('/api/operator/presaleBookings'), { id, pageSize }),
    [id],
  );
  return (
    <section className={styles.card} aria-label="预订">
      <h2>预订 {info.bookings} 份</h2>
      <Loaded load={load}>{(bookings) => <Listed info={info} bookings={bookings} reload={reload} />}</Loaded>
    </section>
  );
}

function Listed({
  info,
  bookings,
  reload,
}: {
  info: PresaleDeskInfo;
  bookings: readonly PresaleBooking[];
  reload: () => void;
}) {
  const [chosen, setChosen] = useState<Key[]>([]);
  const [asked, setAsked] = useState<Outcome>();
  const mayEdit = useMayEdit();
  const { reload: recount } = useDesk();
  // While it is sold, its form takes most of the width, and there is nothing to settle.
  const beside = ['draft', 'waiting', 'open'].includes(info.state);
  const settling = info.state === 'due' || info.state === 'partly';
  const among = chosen.length > 0 ? bookings.filter(({ id }) => chosen.includes(id)) : undefined;
  const count = among?.length ?? info.unsettled;
  return (
    <>
      {settling && (
        <Space style={{ marginBottom: 12 }} wrap>
          <EditButton type="primary" onClick={() => setAsked('done')}>
            {among ? '选中的' : '全部'}已成交
          </EditButton>
          <EditButton onClick={() => setAsked('lapsed')}>{among ? '选中的' : '全部'}未成交</EditButton>
          <span>
            {info.unsettled} 份待结算{among && `，选中 ${among.length} 份`}
          </span>
        </Space>
      )}
      <Table<PresaleBooking>
        size="small"
        aria-label="预订"
        rowKey="id"
        dataSource={[...bookings]}
        pagination={false}
        scroll={{ x: beside ? 360 : 900 }}
        rowSelection={
          settling && mayEdit
            ? {
                selectedRowKeys: chosen,
                onChange: setChosen,
                getCheckboxProps: ({ outcome, nickname }) => ({
                  disabled: outcome !== '',
                  'aria-label': `选择${nickname}的预订`,
                }),
                getTitleCheckboxProps: () => ({ 'aria-label': '选择全部待结算的预订' }),
              }
            : undefined
        }
        columns={
          beside
            ? columnsBeside(info.unit)
            : [
                { title: '预订人', dataIndex: 'nickname' },
                { title: '数量', align: 'right', width: 96, render: (_, { number }) => `${number} ${info.unit}` },
                { title: '合计', align: 'right', width: 128, render: (_, { total }) => yuan(total) },
                { title: '联系方式', width: 200, render: (_, booking) => <Contact booking={booking} /> },
                { title: '预订时间', width: 168, render: (_, { addTime }) => momentText(addTime) },
                {
                  title: '结算',
                  width: 176,
                  render: (_, { outcome, outcomeName, note }) => (
                    <Space size={4} wrap>
                      <Tag tone={outcome === 'done' ? 'success' : outcome === 'lapsed' ? 'warning' : 'plain'}>
                        {settling || outcome ? outcomeName : '预售中'}
                      </Tag>
                      {note}
                    </Space>
                  ),
                },
              ]
        }
      />
      {asked && (
        <Ask<{ note?: string }, { settled: number }>
          title={`结算为${outcomes[asked]}`}
          question="结算后不能更改，预订人会收到通知。"
          figures={[
            ['商品', info.name],
            ['预订', `${count} 份`],
          ]}
          action={`${count} 份${outcomes[asked]}`}
          danger={asked === 'lapsed'}
          initial={{ note: '' }}
          send={({ note = '' }) =>
            send(callAt<typeof operatorPresaleSettle>('/api/operator/presaleSettle'), {
              id: info.id,
              version: info.version,
              outcome: asked,
              note,
              ...(among && { bookings: among.map(({ id }) => id).join(',') }),
            })
          }
          onDone={({ settled }) => {
            toast(`已结算 ${settled} 份`);
            setAsked(undefined);
            reload();
            recount();
          }}
          onClose={() => setAsked(undefined)}
        >
          <FieldItem name="note" field={settleNoteField} />
        </Ask>
      )}
    </>
  );
}

const columnsBeside = (unit: string): TableColumnType<PresaleBooking>[] => [
  {
    title: '预订人',
    render: (_, { nickname, addTime }) => <Two second={momentText(addTime)}>{nickname}</Two>,
  },
  {
    title: '预订',
    align: 'right',
    width: 112,
    render: (_, { number, total }) => <Two second={yuan(total)}>{`${number} ${unit}`}</Two>,
  },
  { title: '联系方式', width: 120, render: (_, booking) => <Contact booking={booking} /> },
];

/** The whole of it, once it is asked for: that it was is kept. */
function Contact({ booking: { id, contact, nickname } }: { booking: PresaleBooking }) {
  const [shown, setShown] = useState<string>();
  const [busy, once] = useSending();
  async function look() {
    const reply = await once(() => send(callAt<typeof operatorPresaleContact>('/api/operator/presaleContact'), { id }));
    if (reply?.ok) setShown(reply.data.contact);
    else if (reply) toast(reply.message, 'failure');
  }
  if (shown !== undefined) return <b>{shown}</b>;
  return (
    <Space size={8} wrap>
      {contact}
      <EditButton size="small" loading={busy} onClick={() => void look()} aria-label={`查看${nickname}的联系方式`}>
        查看
      </EditButton>
    </Space>
  );
}
