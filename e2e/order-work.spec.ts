import { createHash } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { caseCalls } from '../contract/cases.ts';
import { appraiseOrder, finishOrder, getShopAppraisals, reportProgress } from '../contract/order-work.ts';
import { getOrderInfo } from '../contract/orders.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { makeOrder, payInstalment, picture, stageOf, topUp } from './steps.ts';

const phone = { width: 390, height: 844 };
const label = () => String(Date.now() % 1e7);

/** A second browser, of the other side. */
async function other(browser: Browser, portal: Portal, person: Person, viewport = { width: 1366, height: 768 }) {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'zh-CN', viewport });
  const page = patient(await context.newPage());
  await portal.login(page, person);
  return page;
}

async function couple(portal: Portal) {
  const owner = await portal.newPerson({ nickname: `许知远${label()}` });
  const provider = await portal.newPerson({ nickname: `青木坊${label()}`, accountType: 2 });
  return { owner, provider };
}

async function choose(page: Page, button: string | RegExp, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

const paper = (words: string) => ({
  name: '打样合同.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`),
});

test('[O-06] a contract is generated, replaced by an uploaded one, compared, confirmed by both and in force', async ({
  page: mine,
  browser,
  portal,
}) => {
  const { owner, provider } = await couple(portal);
  const nid = await makeOrder(portal, { owner, provider, offer: '3200' });
  const address = `/omo/personal/order/${nid}`;
  await portal.login(mine, owner);
  await mine.goto(address);
  const card = mine.getByRole('region', { name: '合同' });

  await test.step('the owner reads the generated one and puts it forward', async () => {
    await card.getByRole('button', { name: '用订单条款生成' }).click();
    const question = mine.getByRole('dialog', { name: '用订单条款生成的合同' });
    const download = mine.waitForEvent('download');
    await question.getByRole('link', { name: '先下载看看' }).click();
    expect((await download).suggestedFilename()).toBe(`合同_${nid}.pdf`);
    await question.getByRole('button', { name: '提交这份合同' }).click();
    await expect(card.getByRole('listitem').filter({ hasText: '发布方' })).toContainText('已确认');
    await expect(card.getByRole('listitem').filter({ hasText: '承接方' })).toContainText('待确认');
  });

  const theirs = await other(browser, portal, provider, phone);
  const sent = paper(`样件两轮，第一轮白坯 ${label()}`);
  await test.step('the provider, on a phone, replaces it with a file of their own', async () => {
    await theirs.goto(address);
    const theirCard = theirs.getByRole('region', { name: '合同' });
    await choose(theirs, '换一份合同', { ...sent, name: '合同.exe' });
    await expect(theirCard.getByRole('alert')).toHaveText('只支持xls、xlsx、doc、docx、pdf、zip、rar格式的文件');
    await choose(theirs, '换一份合同', sent);
    await expect(theirs.getByText('合同已提交，等待对方确认')).toBeVisible();
    await expect(theirCard).toContainText('打样合同.pdf');
    await expect(theirCard.getByRole('listitem').filter({ hasText: '发布方' })).toContainText('待确认');
    await expectNoSeriousAxe(theirs);
  });

  await test.step('the owner, who still sees the old one, cannot confirm it unread', async () => {
    // Their own they have confirmed already: there is nothing to press until they look again.
    await expect(card.getByRole('button', { name: '确认这份合同' })).toHaveCount(0);
    await mine.reload();
    await choose(mine, '核对我手里的文件', paper('另一份'));
    await expect(card.getByRole('status')).toContainText('不是同一份文件');
    await choose(mine, '核对我手里的文件', sent);
    await expect(card.getByRole('status')).toContainText('完全一致');
    await card.getByRole('button', { name: '确认这份合同' }).click();
    const question = mine.getByRole('dialog', { name: '确认合同' });
    const hash = createHash('sha256').update(sent.buffer).digest('hex');
    await expect(question).toContainText(hash.slice(0, 4));
    await question.getByRole('button', { name: '确认，合同生效' }).click();
    await expect(card).toContainText('起生效，不能更换');
    await expect(card.getByRole('button', { name: '换一份合同' })).toHaveCount(0);
    const download = mine.waitForEvent('download');
    await card.getByRole('link', { name: '下载 打样合同.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('打样合同.pdf');
  });

  await test.step('who the other side is', async () => {
    await card.getByRole('button', { name: '查看对方认证材料' }).click();
    const papers = mine.getByRole('dialog', { name: '对方的认证' });
    await expect(papers).toContainText(provider.info.nick_name);
    await expect(papers).toContainText('还没有通过平台认证');
  });
  await theirs.context().close();
});

test('[O-05] progress is reported on a phone with pictures, kept while it is written, and read by the owner', async ({
  page: theirs,
  browser,
  portal,
}) => {
  const { owner, provider } = await couple(portal);
  const nid = await makeOrder(portal, { owner, provider, offer: '3200' });
  await topUp(portal, owner, '3200');
  await payInstalment(portal, owner, nid, 'down');
  const address = `/omo/personal/order/${nid}`;
  await theirs.setViewportSize(phone);
  await portal.login(theirs, provider);
  await theirs.goto(address);
  await theirs.getByRole('link', { name: '汇报进度' }).click();
  const card = theirs.getByRole('region', { name: '进度日记' });
  await expect(card).toBeInViewport();

  const slider = card.getByRole('slider', { name: '进度滑杆' });
  await slider.focus();
  for (let n = 0; n < 3; n += 1) await slider.press('PageUp');
  await expect(card.getByRole('textbox', { name: /^进度/ })).toHaveValue('30');
  await card.getByRole('button', { name: '提交进展' }).click();
  await expect(card.getByRole('alert')).toHaveText('请填写这次的进展');
  await card.getByRole('textbox', { name: /^进展说明/ }).fill('榉木开料完成，六片一张，余料率 11%。');
  await choose(theirs, '上传图片', await picture('开料.jpg'));
  await expect(card.getByRole('button', { name: '第1张，按左右方向键调整顺序' })).toBeVisible();
  // A tunnel, a call: what was written is there again.
  await theirs.reload();
  await expect(card.getByRole('textbox', { name: /^进展说明/ })).toHaveValue('榉木开料完成，六片一张，余料率 11%。');
  await expect(card.getByRole('button', { name: '第1张，按左右方向键调整顺序' })).toBeVisible();
  await card.getByRole('button', { name: '提交进展' }).click();
  await expect(theirs.getByText('进展已提交')).toBeVisible();
  const entries = card.getByRole('list', { name: '进展记录' }).getByRole('heading');
  await expect(entries).toHaveText(['您汇报了进展30%']);

  // Typed below what was said before: refused in words beside it.
  await card.getByRole('textbox', { name: /^进度/ }).fill('20');
  await card.getByRole('textbox', { name: /^进展说明/ }).fill('组装过半，静置一天。');
  await card.getByRole('button', { name: '提交进展' }).click();
  await expect(card.getByRole('alert')).toHaveText('进度不能低于上一次的 30%');
  await card.getByRole('textbox', { name: /^进度/ }).fill('60');
  await expect(card).toContainText('二期款 ¥1,600.00 将由发布方支付');
  await expectNoSeriousAxe(theirs);
  await card.getByRole('button', { name: '提交进展' }).click();
  await expect(entries).toHaveText(['您汇报了进展60%', '您汇报了进展30%']);

  const mine = await other(browser, portal, owner);
  await mine.goto(address);
  await expect(mine.getByRole('region', { name: '下一步' })).toContainText('等待您支付二期款 ¥1,600.00');
  const diary = mine.getByRole('region', { name: '进度日记' });
  await expect(diary.getByRole('meter', { name: '进度' })).toHaveAttribute('aria-valuenow', '60');
  await expect(diary).toContainText('榉木开料完成，六片一张，余料率 11%。');
  await diary.getByRole('link', { name: /^看大图/ }).click();
  await expect(mine.getByRole('dialog')).toBeVisible();
  await mine.context().close();
});

/** Both payments held and the work reported as done. */
async function worked(portal: Portal, { owner, provider }: { owner: Person; provider: Person }, name: string) {
  const nid = await makeOrder(portal, { owner, provider, offer: '3200', name });
  await topUp(portal, owner, '3200');
  await payInstalment(portal, owner, nid, 'down');
  const report = { demandNid: nid, percent: '100', content: '全部完成，逐件自检合格。' };
  await dataOf(portal.as(provider)(reportProgress, report));
  await payInstalment(portal, owner, nid, 'second');
  return nid;
}

test('[O-07] finished, sent back with a reason, finished again, accepted, and the retention released', async ({
  page: theirs,
  browser,
  portal,
}) => {
  const sides = await couple(portal);
  const nid = await worked(portal, sides, `返工床${label()}`);
  const address = `/omo/personal/order/${nid}`;
  await portal.login(theirs, sides.provider);
  const finish = async () => {
    await theirs.goto(address);
    await theirs.getByRole('button', { name: '完工', exact: true }).click();
    const question = theirs.getByRole('dialog', { name: '确认完工' });
    await expect(question).toContainText('100%');
    await question.getByRole('button', { name: '确认完工' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('待验收');
  };
  await finish();

  const mine = await other(browser, portal, sides.owner, phone);
  await mine.goto(address);
  const card = mine.getByRole('region', { name: '验收', exact: true });
  const accept = card.getByRole('button', { name: '确认验收' });
  // Not yet paid in full: the button is in reach and says why not.
  await expect(accept).toBeEnabled({ enabled: false });
  await expect(accept).toHaveAccessibleDescription('请先支付尾款，尾款托管后才能验收');
  await expect(card).toContainText('3 次');
  await card.getByRole('button', { name: '退回返工…' }).click();
  const back = mine.getByRole('dialog', { name: '退回返工' });
  await expect(back).toContainText('这次之后还有 2 次');
  await back.getByRole('button', { name: '退回返工' }).click();
  await expect(back.getByText('请填写原因')).toBeVisible();
  await back.getByRole('textbox', { name: /^原因/ }).fill('侧板锁扣行程不够，轻推会松');
  await choose(mine, '上传图片', await picture('锁扣.jpg'));
  await expect(back.getByRole('button', { name: '第1张，按左右方向键调整顺序' })).toBeVisible();
  await expectNoSeriousAxe(mine);
  await back.getByRole('button', { name: '退回返工' }).click();
  await expect(mine.getByRole('heading', { level: 1 })).toContainText('进行中');

  await theirs.goto(address);
  const diary = theirs.getByRole('region', { name: '进度日记' });
  await expect(diary).toContainText('发布方退回返工');
  await expect(diary).toContainText('原因：侧板锁扣行程不够，轻推会松');
  await finish();
  await payInstalment(portal, sides.owner, nid, 'final');
  await mine.reload();
  await expect(card).toContainText('已退回 1 次');
  await accept.click();
  const question = mine.getByRole('dialog', { name: '确认验收' });
  await expect(question).toContainText('¥2,560.00');
  await expect(question).toContainText('¥640.00');
  await question.getByRole('button', { name: '验收并放款' }).click();
  await expect(mine.getByRole('heading', { level: 1 })).toContainText('已验收');

  const retention = mine.getByRole('region', { name: '质保金' });
  await expect(retention).toContainText('¥640.00');
  await expect(retention).toContainText('自动放给承接方');
  await expect(mine.getByRole('region', { name: '下一步' })).toContainText('¥640.00 放给承接方');
  await mine.getByRole('button', { name: '确认放款' }).click();
  const release = mine.getByRole('dialog', { name: '确认放款' });
  await expect(release).toContainText('¥640.00');
  await release.getByRole('button', { name: '确认放款' }).click();
  await expect(mine.getByRole('heading', { level: 1 })).toContainText('已完成');
  const info = await dataOf(portal.as(sides.owner)(getOrderInfo, { demandNid: nid }));
  expect(info).toMatchObject({ heldAmount: '0.00', finalPaymentStatus: 3 });
  await mine.context().close();
});

test('[O-08] both sides appraise: hidden until both have written, then public, with one reply', async ({
  page: mine,
  browser,
  portal,
}) => {
  const sides = await couple(portal);
  const nid = await worked(portal, sides, `评价床${label()}`);
  const address = `/omo/personal/order/${nid}`;
  await dataOf(portal.as(sides.provider)(finishOrder, { demandNid: nid }));
  await payInstalment(portal, sides.owner, nid, 'final');
  await portal.login(mine, sides.owner);
  await mine.goto(address);
  await mine.getByRole('button', { name: '确认验收' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: '验收并放款' }).click();
  await mine.getByRole('button', { name: '完成订单' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: '完成订单' }).click();
  await expect(mine.getByRole('heading', { level: 1 })).toContainText('已完成');

  await mine.getByRole('link', { name: '评价', exact: true }).click();
  const card = mine.getByRole('region', { name: `评价${sides.provider.info.nick_name}` });
  await card.getByRole('button', { name: '提交评价' }).click();
  await expect(card.getByRole('alert')).toHaveText(['请选择评分', '请写几句评价']);
  // By keyboard: the stars are one group of radios.
  await card.getByRole('radio', { name: '1 分，很差' }).focus();
  for (let n = 0; n < 4; n += 1) await mine.keyboard.press('ArrowRight');
  await expect(card.getByRole('radio', { name: '5 分，非常满意' })).toBeChecked();
  await card.getByRole('checkbox', { name: '做工细致' }).check();
  await card.getByRole('checkbox', { name: '按时交付' }).check();
  await card.getByRole('textbox', { name: /^评价/ }).fill('护栏间距量过都对，圆角顺手。');
  await mine.reload();
  await expect(card.getByRole('radio', { name: '5 分，非常满意' })).toBeChecked();
  await expectNoSeriousAxe(mine);
  await card.getByRole('button', { name: '提交评价' }).click();
  await expect(card.getByRole('article', { name: '您的评价' })).toContainText('还没有公开');

  const theirs = await other(browser, portal, sides.provider, phone);
  await theirs.goto(address);
  const received = theirs.getByRole('region', { name: `评价${sides.owner.info.nick_name}` });
  await expect(received).toContainText('对方已经评价，您写完后一起公开');
  expect(await theirs.content()).not.toContain('护栏间距');
  await received.getByRole('radio', { name: '4 分，满意' }).check({ force: true });
  await received.getByRole('textbox', { name: /^评价/ }).fill('需求清楚，付款及时。');
  await received.getByRole('button', { name: '提交评价' }).click();
  const got = received.getByRole('article', { name: '收到的评价' });
  await expect(got).toContainText('护栏间距量过都对，圆角顺手。');
  await expect(got).toContainText('做工细致');
  await got.getByRole('textbox', { name: /^回复这条评价/ }).fill('谢谢信任，下一批照这个做。');
  await got.getByRole('button', { name: '提交回复' }).click();
  await expect(got).toContainText('谢谢信任，下一批照这个做。');
  await expect(got.getByRole('button', { name: '提交回复' })).toHaveCount(0);

  await mine.reload();
  await expect(card.getByRole('article', { name: '收到的评价' })).toContainText('需求清楚，付款及时。');
  await expect(card.getByRole('article', { name: '您的评价' })).toContainText('谢谢信任，下一批照这个做。');
  const again = { demandNid: nid, score: '1', content: '再写一次看看' };
  expect(await portal.as(sides.owner)(appraiseOrder, again)).toMatchObject({ ok: false, code: 1005 });
  await theirs.context().close();
});

test('[O-08] anyone reads on a shop’s page what its customers say, also without scripts', async ({
  browser,
  portal,
}) => {
  const made = await dataOf(portal.send(caseCalls(stageOf('make')).list, { page_size: 100 }));
  const shops = [...new Set(made.map(({ shop }) => shop.id))];
  const said = await Promise.all(shops.map((id) => dataOf(portal.send(getShopAppraisals, { id }))));
  const at = said.findIndex((list) => list.length > 0);
  const [first] = said[at]!;
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false, viewport: phone });
  const page = await context.newPage();
  await page.goto(`/omo/shop/${shops[at]}`);
  const list = page.getByRole('region', { name: '评价' });
  const entry = list.getByRole('listitem').filter({ hasText: first!.content }).first();
  await expect(entry).toContainText(first!.nickname);
  await expect(entry.getByRole('img', { name: new RegExp(`^${first!.score} 分`) })).toBeVisible();
  await context.close();
});
