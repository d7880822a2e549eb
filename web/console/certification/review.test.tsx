import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EvidenceItem } from '../../../contract/operator/certification.ts';
import { Review } from './review.tsx';

// What is known of the person is asked for by itself, and is not what is looked at here.
vi.mock('../people/person-history.tsx', () => ({ PersonHistory: () => null }));

type Found = Parameters<typeof Review>[0]['found'];

const item = (name: string, label: string, text: string, required = true): EvidenceItem => ({
  item: name,
  label,
  required,
  kind: 'text',
  text,
  files: [],
  covered: false,
  reason: '',
  answers: '',
});

const found: Found = {
  userId: '01900000-0000-7000-8000-00000000000a',
  id: 'c-1',
  nickname: '三榫',
  account_type: 2,
  name: '赣州三榫家具制造有限公司',
  typeName: '制造',
  region: '江西省赣州市',
  status: 0,
  statusName: '认证中',
  revision: 1,
  submitTime: 1_763_800_000,
  decideTime: null,
  decidedBy: '',
  refused: [],
  items: [
    item('name', '企业名称', '赣州三榫家具制造有限公司'),
    item('contract', '合同文件', ''),
    item('devices', '设备', '', false),
  ],
  actions: [
    { action: 'pass', enabled: true, reason: '' },
    { action: 'refuse', enabled: true, reason: '' },
  ],
  next: null,
};

const nothing = () => {};
const show = (shown: Found = found) =>
  render(
    <MemoryRouter>
      <Review found={shown} reload={nothing} onRenew={nothing} onDecided={nothing} onSkip={nothing} />
    </MemoryRouter>,
  );

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test('[P-02] what is required and is not there is shown as that and can be refused, what is optional is left out', () => {
  show();
  expect(screen.getByRole('region', { name: '合同文件' }).textContent).toContain('未提供');
  expect(screen.getByRole('checkbox', { name: /^合同文件/ })).toBeTruthy();
  expect(screen.queryByRole('region', { name: '设备' })).toBeNull();
});

test('[P-02] what is covered for who only looks on is said to be there, and is not taken for missing', () => {
  const [name, contract, devices] = found.items as [EvidenceItem, EvidenceItem, EvidenceItem];
  const covered = [{ ...name, text: '陈**' }, contract, devices].map((one) => ({ ...one, covered: true }));
  show({ ...found, items: covered });
  expect(screen.getByRole('region', { name: '企业名称' }).textContent).toBe('企业名称已遮盖陈**');
  for (const label of ['合同文件', '设备'])
    expect(screen.getByRole('region', { name: label }).textContent).toBe(`${label}已提供，只有审核或管理员可以查看`);
});

test('[P-02] reasons outlive a reload and a look at the next one, and are about what was handed in then', async () => {
  const first = show();
  await userEvent.click(screen.getByRole('checkbox', { name: /^企业名称/ }));
  await userEvent.type(screen.getByLabelText(/企业名称的驳回原因/), '与执照不符');
  first.unmount();
  const again = show();
  expect(screen.getByLabelText(/企业名称的驳回原因/)).toHaveProperty('value', '与执照不符');
  again.unmount();
  show({ ...found, revision: 2 });
  expect(screen.queryByLabelText(/企业名称的驳回原因/)).toBeNull();
});

test('[P-02] what was handed in anew since a refusal is marked with why, the rest is not', () => {
  const [name, contract, devices] = found.items as [EvidenceItem, EvidenceItem, EvidenceItem];
  const items = [name, { ...contract, text: '合同.pdf', answers: '缺少盖章' }, { ...devices, answers: '不是您的车间' }];
  show({ ...found, revision: 2, items });
  expect(screen.getByText(/第 2 次/).textContent).toContain('这次重新提交：合同文件、设备（已撤下）');
  expect(screen.getByRole('region', { name: '合同文件' }).textContent).toContain('重新提交 上次驳回：缺少盖章');
  expect(screen.getByRole('region', { name: '企业名称' }).textContent).not.toContain('重新提交');
  const marked = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(marked).toEqual(['企业名称：标为不合格', '合同文件：标为不合格重新提交']);
});

test('[P-02] the focus goes with the keys', () => {
  show();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: '合同文件' }));
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: '企业名称' }));
});
