import { expect, test } from 'vitest';
import { decideCase } from '../../../contract/operator/cases.ts';
import { deleteCase, ownCaseCalls, saveCaseDraft } from '../../../contract/own-cases.ts';
import type { CallInput } from '../../../contract/call.ts';
import { getMyShop } from '../../../contract/shop.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { storedVideo, uploadPicture } from '../uploads/build.ts';
import { exampleCase } from './own/build.ts';
import { caseLeaf } from './personal.ts';

const portal = await startPortal();

test('[A-08] one’s data: each case as it stands, drafts and changes that wait named as such', async () => {
  const now = portal.clock.now();
  const send = portal.as(await buildUser(portal.db, { now }));
  const reviewer = portal.as(await buildUser(portal.db, { now, operatorRoles: ['reviewer'] }));
  const files = { picture: await uploadPicture(send), video: await storedVideo(portal.db) };
  const save = async (stage: Stage, more: Record<string, unknown>) => {
    const { save: call } = ownCaseCalls(stage);
    return dataOf(await send(call, { ...exampleCase(stage, files), ...more } as CallInput<typeof call>));
  };
  const [design] = stages as [Stage];
  const placed = stages.find((stage) => stage.case.some(({ key }) => key === 'location')) as Stage;
  const values = JSON.stringify({ name: '画到一半', color: '雾绿' });
  dataOf(await send(saveCaseDraft, { type: 1, category: 'pet', values }));
  portal.clock.advance(60_000);
  const shown = await save(design, { name: '公开的' });
  dataOf(await reviewer(decideCase, { ...shown, decision: 'approve' }));
  await save(design, { ...shown, name: '改了的' });
  portal.clock.advance(60_000);
  await save(placed, { name: '在地图上' });
  portal.clock.advance(60_000);
  const gone = await save(design, { name: '删掉的' });
  dataOf(await send(deleteCase, { id: gone.id }));

  const { id } = dataOf(await send(getMyShop, {}));
  const leaf = await caseLeaf(portal.app.services, id);
  const { json } = leaf.content as { json: unknown };
  expect(json).toEqual([
    expect.objectContaining({ 环节: '设计', 状态: '草稿', 提交时间: '', 草稿: { 名称: '画到一半', 配色: '雾绿' } }),
    expect.objectContaining({
      名称: '公开的',
      状态: '审核通过',
      修改: expect.objectContaining({
        名称: '改了的',
        状态: '审核中',
        提交时间: expect.stringMatching(/./) as string,
      }) as unknown,
    }),
    expect.objectContaining({
      名称: '在地图上',
      状态: '审核中',
      位置: {
        纬度: expect.any(Number) as number,
        经度: expect.any(Number) as number,
        坐标系: expect.any(String) as string,
      },
    }),
    expect.objectContaining({ 名称: '删掉的', 状态: '已下架' }),
  ]);
});
