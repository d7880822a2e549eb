import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Outlet, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import Certification from './certification.tsx';

vi.mock('./people/person-history.tsx', () => ({ PersonHistory: () => null }));

const { asked, may } = vi.hoisted(() => ({ asked: [] as string[], may: { enabled: true } }));

vi.mock('../client/transport.browser.ts', () => ({
  callAt: (path: string) => path,
  send: async (path: string) => {
    asked.push(path);
    const reply = (data: unknown) => ({ ok: true, data, count: 1, page: 1, pages: 1 });
    if (path.endsWith('claimTake')) return reply({ mine: true, by: '林悦', until: 0, takable: false });
    return reply({
      userId: 'u-1',
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
      items: [],
      actions: [{ action: 'pass', enabled: may.enabled, reason: may.enabled ? '' : '审计只能查看，不能处理' }],
      next: null,
    });
  },
}));

afterEach(() => {
  cleanup();
  asked.length = 0;
});

const show = async () => {
  render(
    <MemoryRouter initialEntries={['/console/certifications/c-1']}>
      <Routes>
        <Route element={<Outlet context={{ desk: { roles: [], parts: [] }, reload: () => {} }} />}>
          <Route path="/console/certifications/:id" element={<Certification />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: '赣州三榫家具制造有限公司' });
};

const claims = () => asked.filter((path) => /claim/.test(path));

test('[P-02] who may decide takes what they look at, and gives it back on leaving', async () => {
  may.enabled = true;
  await show();
  await waitFor(() => expect(claims()).toEqual(['/api/operator/claimTake']));
  cleanup();
  expect(claims()).toEqual(['/api/operator/claimTake', '/api/operator/claimRelease']);
});

test('[P-02] who only looks on takes nothing, and keeps nobody from it', async () => {
  may.enabled = false;
  await show();
  await new Promise((done) => setTimeout(done, 50));
  cleanup();
  expect(claims()).toEqual([]);
});
