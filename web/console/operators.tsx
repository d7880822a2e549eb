import { Tag } from 'antd';
import { type operatorList, type OperatorRow, operatorStatuses } from '../../contract/operator/operators.ts';
import { operatorRoleNames } from '../../contract/operator/roles.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Two } from './ui/two.tsx';

export const handle = page({
  name: 'console-operators',
  title: '运营人员',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const pageSize = 20;

const filters: readonly Filter[] = [
  {
    kind: 'tabs',
    name: 'status',
    label: '按状态筛选',
    fallback: '',
    options: [
      { value: '', label: '全部' },
      ...Object.entries(operatorStatuses).map(([value, label]) => ({ value, label })),
    ],
  },
];

const load = ({ status, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorList>('/api/operator/operatorList'), { status, page: number, pageSize }, { quiet });

const columns: Column<OperatorRow>[] = [
  { title: '账号', render: (_, { name, nick_name }) => <Two second={name}>{nick_name}</Two> },
  {
    title: '角色',
    render: (_, { roles }) => roles.map((role) => operatorRoleNames[role]).join('、') || '没有角色',
  },
  {
    title: '状态',
    width: 96,
    render: (_, { status }) => <Tag color={status === 1 ? undefined : 'error'}>{operatorStatuses[status]}</Tag>,
  },
  { title: '验证器', width: 96, render: (_, { totp }) => (totp ? '已绑定' : '还没有绑定') },
  { title: '创建时间', width: 172, render: (_, { create_time }) => momentText(create_time) },
  {
    title: '最近登录',
    width: 172,
    render: (_, { signed_in }) => (signed_in === null ? '还没有登录过' : momentText(signed_in)),
  },
  {
    title: '操作记录',
    width: 112,
    opens: true,
    render: (_, { name, nick_name }) => (
      <>
        查看<span className="sr">{`${nick_name}（${name}）`}的操作记录</span>
      </>
    ),
  },
];

/** Who works at the console, with the way to what they did (feature P-06). */
export default function Operators() {
  return (
    <ListPage
      title="运营人员"
      note="这里只能查看：新增、停用、改角色和重置验证器，由管理员在服务器上用命令行 npm run operator 完成。"
      filters={filters}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => `/console/audit?person=${id}`}
      load={load}
      pageSize={pageSize}
      empty="这个状态下没有运营人员"
    />
  );
}
