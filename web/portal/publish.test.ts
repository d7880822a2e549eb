import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { Call, Reply, Send } from '../../contract/call.ts';
import type { CaseItem } from '../../contract/cases.ts';
import { stages } from '../../contract/stages/index.ts';
import { type PageContext, pageContext } from '../client/page-context.ts';
import { loader } from './publish.tsx';

it('[D-12] a form that entrusts a shop is made anew when its shop takes another name', async () => {
  const item = {
    id: 'case-1',
    category: 'pet',
    name: '猫爬架',
    img_list: '',
    shop: { id: 'shop-1', shop_name: '三榫' },
  };
  const reply: Reply<CaseItem> = { ok: true, data: item as unknown as CaseItem, count: 0, page: 1, pages: 0 };
  const tags: string[] = [];
  const context = new RouterContextProvider();
  context.set(pageContext, {
    send: (async (_call: Call) => reply) as unknown as Send,
    stages,
    tag: (...more: string[]) => void tags.push(...more),
  } as unknown as PageContext);
  const request = new Request('http://portal.test/omo/publish?type=pet&stage=design&case=case-1');
  const loaded = await loader({ request, context } as unknown as Parameters<typeof loader>[0]);
  expect(loaded.entrusting?.provider).toBe('三榫');
  expect(tags).toEqual(['case:case-1', 'shop:shop-1']);
});
