import { useCallback } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { operatorCaseList, type WaitingCase } from '../../contract/operator/cases.ts';
import { findCategory } from '../../contract/categories.ts';
import { pictureAt, pictureFor } from '../../contract/pictures.ts';
import { stageByNumber, stages } from '../../contract/stages/index.ts';
import { send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Column } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { QueuePage } from './ui/queue-page.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-cases', title: '案例审核', ground: 'mist', bare: true, unlisted: true });

const tabs = {
  name: 'type',
  label: '按环节筛选',
  options: [
    { value: '', label: '全部' },
    ...stages.map(({ number, name }) => ({ value: String(number), label: name })),
  ],
};

const columns: Column<WaitingCase>[] = [
  {
    title: '图片',
    width: 96,
    render: (_, { picture }) =>
      picture && (
        <img
          src={pictureFor(picture) ? pictureAt(picture, 320, 'webp') : picture}
          alt=""
          width={72}
          height={48}
          loading="lazy"
          style={{ objectFit: 'cover', borderRadius: 4 }}
        />
      ),
  },
  {
    title: '案例',
    opens: true,
    render: (_, { name }) => name,
  },
  {
    title: '环节',
    width: 160,
    render: (_, { type, category }) => (
      <Two second={findCategory(category)?.name}>{stageByNumber(type)?.name ?? type}</Two>
    ),
  },
  {
    title: '店铺',
    render: (_, { shop_name, certified }) => <Two second={!certified && '未认证'}>{shop_name}</Two>,
  },
  { title: '内容', width: 176, render: (_, { revision }) => (revision ? '对公开案例的修改' : '新案例') },
  { title: '提交', width: 184, render: (_, { submit_time }) => momentText(submit_time) },
];

const load = ({ type, page: number }: ListQuery, quiet: boolean) =>
  send(operatorCaseList, { type, page: number }, { quiet });

/** Where one is reviewed; the next one is of the same stage when the list is. */
const caseAt = ({ type, id }: { type: number; id: string }, among: string | null): string =>
  `/console/cases/${type}/${id}${among ? `?type=${among}` : ''}`;

/** Cases and changes of cases that wait for a word, the longest first (feature P-02). A notice leads to one by its id. */
export default function Cases() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <Queue /> : <Led id={id} />;
}

function Led({ id }: { id: string }) {
  const find = useCallback(() => send(operatorCaseList, { id }), [id]);
  return (
    <Loaded load={find}>
      {([found]) =>
        found ? (
          <Navigate to={caseAt(found, null)} replace />
        ) : (
          <Queue note="要看的案例已经处理过，或者店主撤回了。这些还在等待审核：" />
        )
      }
    </Loaded>
  );
}

function Queue({ note }: { note?: string }) {
  const [query] = useSearchParams();
  const among = query.get('type');
  return (
    <QueuePage
      part="cases"
      title="案例审核"
      note={note}
      tabs={tabs}
      columns={columns}
      rowKey={({ id }) => id}
      to={(row) => caseAt(row, among)}
      waits={({ submit_time }) => submit_time}
      claims="case"
      load={load}
      pageSize={20}
      empty={({ type }) => (type ? '这个环节没有等待审核的案例' : '没有等待审核的案例')}
    />
  );
}
