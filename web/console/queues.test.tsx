import { cleanup, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallOutput } from '../../contract/call.ts';
import type { OperatorCertification } from '../../contract/operator/certification.ts';
import type { WaitingCase } from '../../contract/operator/cases.ts';
import type { operatorDisputes } from '../../contract/operator/disputes.ts';
import type { ModeratedRow } from '../../contract/operator/moderation.ts';
import type { OperatorWithdrawal } from '../../contract/operator/wallet.ts';
import Cases from './cases.tsx';
import Certifications from './certifications.tsx';
import Disputes from './disputes.tsx';
import Moderation from './moderation.tsx';
import Withdrawals from './withdrawals.tsx';

const told = vi.hoisted((): { rows: readonly object[]; queues: object } => ({ rows: [], queues: {} }));

vi.mock('../client/transport.browser.ts', () => ({
  callAt: (path: string) => ({ path }),
  send: async ({ path }: { path: string }) => {
    const data = path.endsWith('queueList') ? told.queues : path.endsWith('claims') ? [] : told.rows;
    return { ok: true, data, count: told.rows.length, page: 1, pages: 1 };
  },
}));

afterEach(cleanup);

const hours = (count: number) => Math.floor(Date.now() / 1000) - count * 3600 - 60;

const certification: OperatorCertification = {
  id: 'c-1',
  nickname: '三榫',
  account_type: 2,
  typeName: '制造',
  region: '江西省赣州市',
  status: 0,
  statusName: '认证中',
  revision: 1,
  submitTime: hours(5),
  decideTime: null,
  decidedBy: '',
  refused: [],
};

const waiting: WaitingCase = {
  id: 'k-1',
  type: 1,
  category: 'maternal',
  name: '云朵婴儿床',
  picture: '',
  shop_name: '三榫制造',
  certified: true,
  revision: false,
  submit_time: hours(5),
};

const dispute: CallOutput<typeof operatorDisputes>[number] = {
  demandNid: 'D1',
  name: '会议桌',
  orderStatus: 3,
  demandStatusName: '进行中',
  phase: 'ruling',
  openedBy: 'owner',
  owner: '陈掌柜',
  provider: '三榫制造',
  held: '25920.00',
  since: hours(30),
  waitsSince: hours(5),
  until: null,
};

const written: ModeratedRow = {
  kind: 'topic',
  id: 't-1',
  title: '榫卯入门',
  content: '',
  author: '林悦',
  reports: 0,
  since: hours(5),
  hidden: null,
};

const withdrawal: OperatorWithdrawal = {
  id: 'w-1',
  order_id: 'TX1',
  money: '800.00',
  status: 0,
  statusName: '审核中',
  create_time: hours(5),
  update_time: hours(5),
  user_id: 'u-1',
  reason: '',
  bank_name: '赣州银行',
  bank_account: '0018',
  truename: '陈**',
  nickname: '三榫',
  account_type: 2,
  certified_name: '陈**',
  otherHolder: false,
  account: '0.00',
  freeze_account: '800.00',
  way: 'manual',
  gateway: '',
  bank_number: '',
  decidedBy: '',
  approval: 'only',
  together: '',
  firstBy: '',
  firstTime: null,
  actions: [],
};

/** Nothing is told apart: one stays where one is. */
const nowhere = { queues: [] as object[], first: '' };

async function show(Queue: ComponentType, row: object, query = '', queues = nowhere) {
  told.rows = [row];
  told.queues = queues;
  const desk = { roles: [], parts: [], shut: [] };
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={{ desk, reload: () => {} }} />,
        children: [{ path: '/console/queue', Component: Queue }],
      },
    ],
    { initialEntries: [`/console/queue${query}`] },
  );
  render(<RouterProvider router={router} />);
  return { table: await screen.findByRole('table'), router };
}

test.each([
  ['认证审核', Certifications, certification],
  ['案例审核', Cases, waiting],
  ['争议裁决', Disputes, dispute],
  ['内容审核', Moderation, written],
  ['提现审核', Withdrawals, withdrawal],
] as const)('[P-02] [P-04] [P-05] the queue %s says how long each has waited', async (_, Queue, row) => {
  const { table } = await show(Queue, row);
  const heads = within(table).getAllByRole('columnheader');
  const at = heads.findIndex(({ textContent }) => textContent === '已等');
  expect(at).toBeGreaterThan(0);
  const [cells] = within(table)
    .getAllByRole('row')
    .map((one) => within(one).queryAllByRole('cell'))
    .filter(({ length }) => length === heads.length);
  expect(cells?.[at]?.textContent).toBe('5 小时 1 分钟');
});

test.each([
  ['认证审核', Certifications, { ...certification, status: 1, decideTime: hours(1) }, '?status=1'],
  ['内容审核', Moderation, written, '?queue=hidden'],
  ['提现审核', Withdrawals, { ...withdrawal, status: 2, update_time: hours(1) }, '?status=2'],
  ['争议裁决', Disputes, { ...dispute, phase: 'evidence', waitsSince: null, until: hours(-9) }, '?phase=evidence'],
] as const)(
  '[P-02] [P-04] [P-05] what is decided, or still heard, waits for no operator: %s',
  async (_, Queue, row, query) => {
    const { table } = await show(Queue, row, query);
    expect(within(table).queryByRole('columnheader', { name: '已等' })).toBeNull();
  },
);

test.each([
  ['认证审核', Certifications, certification, 'status', '0', '待审核'],
  ['争议裁决', Disputes, dispute, 'phase', 'evidence', '举证中'],
  ['内容审核', Moderation, written, 'queue', 'reported', '被举报'],
  ['提现审核', Withdrawals, withdrawal, 'status', '4', '打款中'],
] as const)(
  '[P-01] %s opens where something waits, and says at the tab how much',
  async (_, Queue, row, name, first, tab) => {
    const queues = { queues: [{ queue: first, count: 7 }], first };
    const { router } = await show(Queue, row, '', queues);
    expect(router.state.location.search).toBe(`?${name}=${first}`);
    expect(screen.getByRole('link', { current: true }).textContent).toBe(`${tab}7`);
  },
);

test('[P-01] a queue that somebody chose stays theirs; where all of them are one list, that is it', async () => {
  const queues = { queues: [{ queue: '0', count: 7 }], first: '0' };
  const { router } = await show(Withdrawals, withdrawal, '?status=1&page=2', queues);
  expect(router.state.location.search).toBe('?status=1&page=2');
  expect(screen.getByRole('link', { name: /审核中/ }).textContent).toBe('审核中7');
  // What is settled waits for nobody.
  expect(screen.getByRole('link', { current: true }).textContent).toBe('已到账');
  cleanup();
  const all = {
    queues: [
      { queue: '', count: 9 },
      { queue: '1', count: 9 },
    ],
    first: '',
  };
  expect((await show(Cases, waiting, '', all)).router.state.location.search).toBe('');
  expect(screen.getByRole('link', { current: true }).textContent).toBe('全部9');
});

test('[P-04] what is hidden says why, who hid it and when; what waits says since when', async () => {
  const hidden = { reason: '含有广告', by: '林悦', time: hours(3) };
  const { table } = await show(Moderation, { ...written, hidden }, '?queue=hidden');
  expect(within(table).getByRole('cell', { name: '含有广告' })).toBeTruthy();
  expect(within(table).getByRole('cell', { name: /^林悦.*\d\d:\d\d$/ })).toBeTruthy();
  cleanup();
  const waits = await show(Moderation, written, '?queue=held');
  expect(within(waits.table).queryByRole('columnheader', { name: '隐藏的原因' })).toBeNull();
});
