import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseClaim, takeClaim } from '../contract/operator/claims.ts';
import { getAccount } from '../contract/wallet.ts';
import { checkOrderStatus, recharge } from '../contract/payments.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, portalAt, test } from './fixtures.ts';
import { newOperator } from './operators.ts';
import { type Portal as Running, startPortal } from './portal.ts';
import { tellPaid } from './sandbox.ts';

// A portal of its own: while a payment is disputed every proof of the ledger finds it, and others' proofs find nothing.
let running: Running;
const dataDir = mkdtempSync(join(tmpdir(), 'omo-disputed-'));

test.beforeAll(async () => {
  test.setTimeout(180_000);
  running = await startPortal({ dataDir, env: { OMO_SEED: 'none' } });
});
test.afterAll(async () => {
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('[P-05] a payment of which the gateway told another sum is looked into: what the gateway received is credited, once', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = patient(await (await browser.newContext({ baseURL: running.url, locale: 'zh-CN' })).newPage());
  const portal = portalAt(running.url, dataDir);
  const payer = await portal.newPerson({ nickname: '陈掌柜' });
  const [operator, colleague] = [await newOperator(portal, ['finance']), await newOperator(portal, ['finance'])];
  const send = portal.as(payer);
  const { face, paymentId } = await dataOf(send(recharge, { money: '30.07', way: 'sandbox' }));
  expect((await tellPaid(portal, { paymentId, fen: 3000 })).status).toBe(200);
  const status = async () => (await dataOf(send(checkOrderStatus, { paymentId }))).payment?.status;
  expect(await status()).toBe('disputed');

  await portal.login(page, operator);
  await page.goto('/omo/console/ledger');
  const list = page.getByRole('region', { name: '待核实的支付' });
  const row = list.getByRole('row').filter({ hasText: '陈掌柜' });
  await expect(row).toContainText('¥30.07');
  await expect(row).toContainText('¥30.00');
  await expect(row).toContainText('沙箱支付');
  await page.getByRole('button', { name: '立即核对' }).click();
  await expect(page.getByText(/核对完成，发现 1 处不符/)).toBeVisible();
  await expectNoSeriousAxe(page);

  const ask = row.getByRole('button', { name: '向通道核实' });
  const question = page.getByRole('dialog', { name: '向通道核实' });
  const settle = question.getByRole('button', { name: '核实并入账' });
  await test.step('while a colleague has it nothing is decided', async () => {
    const about = { kind: 'payment', id: paymentId } as const;
    await dataOf(portal.as(colleague)(takeClaim, about));
    await ask.click();
    await expect(question.getByText(/正在处理这一件/)).toBeVisible();
    await expect(settle).toBeDisabled();
    await question.getByRole('button', { name: '再想想' }).click();
    await expect(question).toBeHidden();
    await dataOf(portal.as(colleague)(releaseClaim, about));
  });

  await test.step('the gateway has received nothing yet: the payment stays, and says why', async () => {
    await ask.click();
    await expect(question).toContainText('实收的金额存入陈掌柜的余额');
    await expect(settle).toBeEnabled();
    await settle.click();
    await expect(question.getByText('通道答复这笔支付还没有付款，请稍后再核实')).toBeVisible();
    expect(await status()).toBe('disputed');
  });

  await test.step('it was paid after all: what the gateway received is in the balance, and the ledger finds nothing', async () => {
    const paid = await fetch(new URL(face?.url ?? '', running.url), {
      method: 'POST',
      body: new URLSearchParams({ do: 'pay', telling: 'never' }),
      redirect: 'manual',
    });
    expect(paid.status).toBeLessThan(400);
    await settle.click();
    await expect(page.getByText('已核实，按实收金额入账')).toBeVisible();
    await expect(list).toBeHidden();
    expect(await status()).toBe('paid');
    expect((await dataOf(send(getAccount, {}))).account).toBe('30.07');
    await page.getByRole('button', { name: '立即核对' }).click();
    await expect(page.getByText('核对完成，账目相符')).toBeVisible();
  });
  await page.context().close();
});
