import { claimsOf, releaseClaim } from '../contract/operator/claims.ts';
import { decideCase } from '../contract/operator/cases.ts';
import { sentCase } from './case-steps.ts';
import { dataOf, expect, patient, test } from './fixtures.ts';
import { demoOperator, newOperator } from './operators.ts';
import { stageOf } from './steps.ts';

const design = stageOf('design');

test('[P-02] two consoles open the same case: the second is told who has it, may take it over, and one word counts', async ({
  page,
  browser,
  portal,
}) => {
  const keeper = await portal.newPerson();
  const name = `两人同看${Date.now() % 1e6}`;
  const sent = await sentCase(portal, keeper, design, { name });
  const [first, boss] = [await newOperator(portal, ['reviewer']), await demoOperator(portal)];
  const other = patient(await (await browser.newContext()).newPage());
  const address = `/omo/console/cases/${design.number}/${sent.id}`;
  const about = { kind: 'case', ids: [sent.id] } as const;

  await portal.login(page, first);
  await page.goto(address);
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeEnabled();
  await expect.poll(async () => (await dataOf(portal.as(first)(claimsOf, about))).length).toBe(1);

  await portal.login(other, boss);
  await other.goto('/omo/console/cases');
  await expect(other.getByRole('row').filter({ hasText: name })).toContainText(first.operator.nick_name);
  await other.goto(address);
  await expect(other.getByText(`${first.operator.nick_name}正在处理这一件`)).toBeVisible();
  await expect(other.getByRole('button', { name: '通过', exact: true })).toBeDisabled();
  // A key is no way around it, and neither is the call.
  await other.keyboard.press('a');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  const word = { id: sent.id, version: sent.version, decision: 'approve' } as const;
  expect(await portal.as(boss)(decideCase, word)).toMatchObject({
    code: 1005,
    message: `${first.operator.nick_name}正在处理这一件，没有保存您的决定`,
  });

  // An admin takes it over: now the first is told so, and nothing that they wrote is lost.
  await other.getByRole('button', { name: '由我接手' }).click();
  await expect(other.getByRole('button', { name: '通过', exact: true })).toBeEnabled();
  const reason = page.getByRole('textbox', { name: /^不通过的原因/ });
  await reason.fill('图片不清楚');
  await page.getByRole('button', { name: '不通过', exact: true }).click();
  await expect(page.getByText(`${boss.operator.nick_name}正在处理这一件，没有保存您的决定`)).toBeVisible();
  await expect(reason).toHaveValue('图片不清楚');
  // Back on the network, the first learns at once who has it.
  const taken = page.getByText(new RegExp(`^${boss.operator.nick_name}正在处理这一件。离开或到`));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(taken).toBeVisible({ timeout: 5000 });
  await other.getByRole('button', { name: '通过', exact: true }).click();
  await other.getByRole('button', { name: '确认通过' }).click();
  await expect(other.getByText(`已通过：${name}`)).toBeVisible();
  await page.getByRole('button', { name: '看最新状态' }).click();
  await expect(page.getByText('已经处理过，或者店主撤回了')).toBeVisible();

  // Who waits for a colleague learns by themselves what became of it.
  const third = await sentCase(portal, keeper, design, { name: `${name}三` });
  await page.goto(`/omo/console/cases/${design.number}/${third.id}`);
  await expect.poll(async () => dataOf(portal.as(first)(claimsOf, { kind: 'case', ids: [third.id] }))).toHaveLength(1);
  await other.goto(`/omo/console/cases/${design.number}/${third.id}`);
  await expect(other.getByText(`${first.operator.nick_name}正在处理这一件`)).toBeVisible();
  await page.getByRole('button', { name: '通过', exact: true }).click();
  // By the keyboard: a press of the mouse may fall beside a dialog that is still opening.
  await page.getByRole('button', { name: '确认通过' }).press('Enter');
  await expect(page.getByText(`已通过：${name}三`)).toBeVisible();
  await expect(other.getByText('已经处理过，或者店主撤回了')).toBeVisible({ timeout: 15_000 });

  // A tab that is closed lets go within seconds, not when the claim has run out; one that is only loaded again keeps it.
  const fourth = await sentCase(portal, keeper, design, { name: `${name}四` });
  const theirs = async () => dataOf(portal.as(boss)(claimsOf, { kind: 'case', ids: [fourth.id] }));
  await other.goto(`/omo/console/cases/${design.number}/${fourth.id}`);
  await expect.poll(theirs).toHaveLength(1);
  await other.reload();
  const lasts = async () => ((await theirs())[0]?.until ?? 0) - Date.now() / 1000;
  await expect.poll(lasts).toBeGreaterThan(60);
  await other.close({ runBeforeUnload: true });
  await expect.poll(theirs, { timeout: 30_000 }).toHaveLength(0);
  await other.context().close();

  // Both at the same moment, with nobody's claim on it: one word is taken, the other is told.
  const again = await sentCase(portal, keeper, design, { name: `${name}二` });
  for (const one of [first, boss]) await portal.as(one)(releaseClaim, { kind: 'case', id: again.id });
  const both = { id: again.id, version: again.version };
  const replies = await Promise.all([
    portal.as(first)(decideCase, { ...both, decision: 'refuse', reason: '图片不清楚' }),
    portal.as(boss)(decideCase, { ...both, decision: 'approve' }),
  ]);
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  expect(replies.find(({ ok }) => !ok)).toMatchObject({ code: 1005, message: '已经处理过，或者店主撤回了' });
});
