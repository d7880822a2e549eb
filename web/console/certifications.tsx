import type { OperatorCertification, operatorCertifications } from '../../contract/operator/certification.ts';
import {
  accountTypeNames,
  certificationStatus,
  certificationStatusNames,
  type CertificationStatus,
} from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Column } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { QueuePage } from './ui/queue-page.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({
  name: 'console-certifications',
  title: '认证审核',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const { pending, passed, failed } = certificationStatus;
const statuses: readonly CertificationStatus[] = [pending, passed, failed];

const tabs = {
  name: 'status',
  label: '按状态筛选',
  options: statuses.map((status) => ({
    value: String(status),
    label: status === pending ? '待审核' : certificationStatusNames[status],
  })),
};

const columns: Column<OperatorCertification>[] = [
  {
    title: '账户',
    opens: true,
    render: (_, { nickname }) => nickname,
  },
  {
    title: '类型',
    width: 160,
    render: (_, { account_type, typeName }) =>
      `${accountTypeNames[account_type === 2 ? 2 : 1]}${typeName && `，${typeName}`}`,
  },
  { title: '地区', width: 200, dataIndex: 'region' },
  {
    title: '提交',
    width: 200,
    render: (_, { submitTime, revision }) => (
      <Two second={revision > 1 && `第 ${revision} 次提交`}>{momentText(submitTime)}</Two>
    ),
  },
  {
    title: '审核',
    when: ({ status }) => status !== String(pending),
    render: (_, { refused, decidedBy, decideTime }) => (
      <Two second={refused.length > 0 && `驳回：${refused.join('、')}`}>
        {decidedBy && `${decidedBy}${decideTime === null ? '' : `，${momentText(decideTime)}`}`}
      </Two>
    ),
  },
];

const load = ({ status, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorCertifications>('/api/operator/certifyList'), { status, page: number }, { quiet });

/** Certifications by status; those that wait come oldest first (feature P-02). */
export default function Certifications() {
  return (
    <QueuePage
      part="certifications"
      title="认证审核"
      tabs={tabs}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => `/console/certifications/${id}`}
      waits={({ status, submitTime }) => (status === pending ? submitTime : null)}
      claims="certification"
      load={load}
      pageSize={20}
      empty={({ status }) => (status === String(pending) ? '没有等待审核的认证' : '这个状态下没有认证')}
    />
  );
}
