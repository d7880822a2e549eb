import { cleanup, render, screen, within } from '@testing-library/react';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { certifiedTag } from '../../contract/certified.ts';
import type { Call, Reply, Send } from '../../contract/call.ts';
import { caseCalls, type CaseItem } from '../../contract/cases.ts';
import { demandCalls } from '../../contract/demands.ts';
import { caseFields, utilisationGauge } from '../../contract/stages/case-fields.ts';
import { stages as theStages } from '../../contract/stages/index.ts';
import { polish } from '../../contract/stages/polish.test-data.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { type PageContext, pageContext } from '../client/page-context.ts';
import StagePage, { loader } from './stage.tsx';

/** The invented eighth stage in each of the layouts: a page comes with the entry in the catalogue, and with nothing else. */
const factories: Stage = {
  ...polish,
  layout: 'factories',
  case: [caseFields.name, caseFields.video, caseFields.scale, caseFields.utilisation, caseFields.pictures],
  gauge: utilisationGauge,
};
const map: Stage = {
  ...polish,
  layout: 'map',
  case: [caseFields.name, caseFields.scale, caseFields.address, caseFields.location, caseFields.pictures],
};

const item = (stage: Stage, more: Record<string, unknown> = {}): CaseItem => ({
  id: '0190c0de-0000-7000-8000-000000000001',
  type: stage.number,
  category: 'pet',
  name: '镜面打磨',
  img_list: '["/files/a.jpg"]',
  real_name: '',
  company: '亮面坊',
  is_recom: 1,
  praiseRute: 97,
  appraisal_count: 12,
  like: 3,
  comments: 1,
  tags: ['细'],
  create_time: 0,
  shop: {
    id: 's',
    user_id: 'u',
    shop_name: '亮面坊',
    introduction: '',
    region: '',
    avatar_url: '',
    certified: true,
    score: 5,
    deal_num: 2,
    favourable: 100,
  },
  scale: '800 平方米',
  rate: 90,
  video: '/files/polish.mp4',
  address: '赣州市南康区',
  lat: 25.66,
  lng: 114.77,
  datum: 'GCJ-02',
  has_point: 1,
  ...more,
});

const failed: Reply<never> = { ok: false, code: 1500, status: 500, message: '系统开小差了', fields: {}, data: {} };
const list = (data: unknown[], count = data.length) => ({ ok: true, data, count, page: 1, pages: 1 });

/** The page of a stage, made from what the calls answer. */
async function open(stage: Stage, answers: { cases?: unknown; demands?: unknown }) {
  const { cases = list([]), demands = list([]) } = answers;
  const send = (async (call: Call) => {
    if (call.path === caseCalls(stage).list.path) return cases;
    if (call.path === demandCalls(stage).list.path) return demands;
    return failed;
  }) as unknown as Send;
  const context = new RouterContextProvider();
  const deps = {
    send,
    stages: [...theStages, stage],
    tag: vi.fn<PageContext['tag']>(),
    head: vi.fn<PageContext['head']>(),
  };
  context.set(pageContext, deps as unknown as PageContext);
  const url = new URL(`http://localhost/smart/pet/${stage.key}`);
  const args = { params: { type: 'pet', flow: stage.key }, request: new Request(url), url, context };
  const { data: loaderData } = await loader(args as unknown as Parameters<typeof loader>[0]);
  const Page = StagePage as unknown as (props: { loaderData: unknown }) => React.ReactNode;
  const Stub = createRoutesStub([{ path: '/smart/:type/:flow', Component: () => <Page loaderData={loaderData} /> }]);
  render(<Stub initialEntries={[`/smart/pet/${stage.key}`]} />);
  return deps;
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('[C-02] [C-04] [C-03] a stage that nobody has heard of', () => {
  it.each([
    ['cards', polish],
    ['factories', factories],
    ['map', map],
  ] as const)('has a page in the layout %s', async (_layout, stage) => {
    const { tag } = await open(stage, { cases: list([item(stage)], 12) });
    expect(tag).toHaveBeenCalledWith(certifiedTag, `cases:${stage.key}`, `demands:${stage.key}:pet`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('宠物 打磨');
    const card = within(await screen.findByRole('article'));
    const to = `/smart/pet/polish/details/${item(stage).id}`;
    expect(card.getByRole('link', { name: '镜面打磨' }).getAttribute('href')).toBe(to);
    expect(card.getByText('亮面坊')).toBeDefined();
    expect(card.getByText('已认证')).toBeDefined();
    const [all] = screen.getAllByRole('link', { name: '全部 12 个案例' });
    expect(all?.getAttribute('href')).toBe('/smart/pet/polish/more');
    expect(screen.getAllByRole('link', { name: '发布打磨需求' })).toHaveLength(2);
    expect(screen.getByText('需要打磨一件宠物家具？')).toBeDefined();
  });

  it('[C-04] shows film and bar where the catalogue has them', async () => {
    await open(factories, { cases: list([item(factories)]) });
    expect(screen.getByRole('meter', { name: '设备利用率' }).getAttribute('aria-valuetext')).toBe('90%，快满了');
    expect(screen.getByText('800 平方米')).toBeDefined();
    expect(screen.getByRole('button', { name: /^播放视频/ })).toBeDefined();
    cleanup();
    await open(factories, { cases: list([item(factories, { video: '' })]) });
    expect(screen.queryByRole('button', { name: /^播放视频/ })).toBeNull();
    expect(screen.getByRole('img', { name: /^镜面打磨/ })).toBeDefined();
  });

  it('[C-03] [C-09] says where somebody is, or that it was not told', async () => {
    await open(map, { cases: list([item(map)]) });
    expect(await screen.findByText('赣州市南康区')).toBeDefined();
    expect(screen.getByRole('link', { name: /在高德地图中打开/ }).getAttribute('href')).toContain('position=114.77');
    cleanup();
    await open(map, { cases: list([item(map, { has_point: 0, lat: '', lng: '', address: '' })]) });
    expect(await screen.findByText('位置未填写')).toBeDefined();
    expect(screen.queryByRole('link', { name: /高德/ })).toBeNull();
  });
});

describe('[C-02] [C-03] [C-04] the faces of a stage page', () => {
  it.each([polish, factories, map].map((stage) => [stage.layout, stage] as const))(
    '%s: nothing there yet, each with one thing to do',
    async (_layout, stage) => {
      await open(stage, {});
      expect(screen.getByText('宠物打磨还没有推荐案例')).toBeDefined();
      expect(screen.getByText('现在没有在招的需求')).toBeDefined();
      expect(screen.getByRole('link', { name: '发布第一条' })).toBeDefined();
    },
  );

  it.each([polish, factories, map].map((stage) => [stage.layout, stage] as const))(
    '%s: what could not be had says so and can be asked for again',
    async (_layout, stage) => {
      await open(stage, { cases: failed, demands: failed });
      expect(screen.getByText('案例没能加载出来')).toBeDefined();
      expect(screen.getByText('需求没能加载出来')).toBeDefined();
      expect(screen.getAllByRole('button', { name: '再试一次' })).toHaveLength(2);
    },
  );

  it('a page behind the end leads back', async () => {
    await open(polish, { demands: { ok: true, data: [], count: 7, page: 9, pages: 2 } });
    expect(screen.getByText('没有第 9 页，一共 2 页')).toBeDefined();
  });
});
