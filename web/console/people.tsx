import { Tag } from 'antd';
import { type operatorPeople, type PersonRow, personStatuses } from '../../contract/operator/people.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-people', title: '用户', ground: 'mist', bare: true, unlisted: true });

const filters: readonly Filter[] = [
  {
    kind: 'tabs',
    name: 'status',
    label: '按状态筛选',
    fallback: '',
    options: [
      { value: '', label: '全部' },
      ...Object.entries(personStatuses).map(([value, label]) => ({ value, label })),
    ],
  },
  { kind: 'search', name: 'query', label: '昵称、店铺、手机号、认证名称、编号' },
];

const load = ({ query, status, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorPeople>('/api/operator/personList'), { query, status, page: number }, { quiet });

const columns: Column<PersonRow>[] = [
  {
    title: '用户',
    opens: true,
    render: (_, { nickname }) => nickname,
  },
  { title: '手机号', width: 136, dataIndex: 'mobile' },
  {
    title: '类型',
    width: 140,
    render: (_, { typeName, certified }) => `${typeName}${certified ? '，已认证' : ''}`,
  },
  { title: '店铺', dataIndex: 'shop_name' },
  {
    title: '状态',
    width: 112,
    render: (_, { status, statusName }) => <Tag color={status === 1 ? undefined : 'error'}>{statusName}</Tag>,
  },
  {
    title: '注册',
    width: 168,
    render: (_, { create_time, foundBy }) => (
      <Two second={foundBy && `按${foundBy}找到`}>{momentText(create_time)}</Two>
    ),
  },
];

/** Everybody, to be found by whatever one has at hand (feature P-06). */
export default function People() {
  return (
    <ListPage
      title="用户"
      note="手机号、认证名称和编号要输入完整，昵称和店铺可以只输一部分"
      filters={filters}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => `/console/people/${id}`}
      load={load}
      pageSize={20}
      empty={({ query }) => (query ? `没有找到“${query}”` : '这个状态下没有用户')}
    />
  );
}
