import { signout } from '../contract/accounts.ts';
import { caseCalls } from '../contract/cases.ts';
import { decideCase } from '../contract/operator/cases.ts';
import { ownCaseCalls, saveCaseDraft } from '../contract/own-cases.ts';
import { partBytes } from '../contract/uploads.ts';
import { chooseFilm, fieldOf, film, pictureCase, send, sentCase, typeCase } from './case-steps.ts';
import { dataOf, demoPerson, expect, expectNoSeriousAxe, patient, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { choosePictures, fillField, frameOf, picture, stageOf } from './steps.ts';

const [design, stock, make] = [stageOf('design'), stageOf('stock'), stageOf('make')];
const phone = { width: 390, height: 844 };
const shop = '/omo/personal/shop/shop';
const formOf = (key: string) => `/omo/personal/shop/case/${key}/new`;

for (const [size, viewport] of [
  ['desktop', { width: 1366, height: 900 }],
  ['phone', phone],
] as const) {
  test(`[A-08] design on ${size}: from an empty shop to a case under review, with parameter pictures`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize(viewport);
    const person = await portal.newPerson();
    await portal.login(page, person);
    await page.goto(shop);
    await expect(page.getByRole('heading', { level: 1, name: '我的店铺' })).toBeVisible();
    await expectNoSeriousAxe(page);
    await page.getByRole('link', { name: '发布第一个案例' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^设计\s*定尺寸/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`${formOf('design')}$`));

    // Nothing is sent that is not whole: each field says so, and the first is where one stands.
    await send(page);
    for (const field of design.case) await expect(frameOf(page, field).getByRole('alert')).toBeVisible();
    await expect(page.getByRole('radio', { name: '母婴' })).toBeFocused();
    await typeCase(page, design, { name: '能长大的婴儿床' });
    await pictureCase(page, design);
    await expect(page.getByRole('complementary', { name: '填写进度' })).toContainText('都填好了');
    // Nothing runs out of a phone's screen: it would shrink the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await expectNoSeriousAxe(page);
    await send(page);
    await expect(page).toHaveURL(new RegExp(`${shop}$`));
    const row = page.getByRole('article', { name: '能长大的婴儿床' });
    await expect(row).toContainText('审核中');
    await expectNoSeriousAxe(page);

    await row.getByRole('link', { name: '预览' }).click();
    await expect(page.getByRole('heading', { level: 2, name: '能长大的婴儿床' })).toBeVisible();
    await expect(page.getByRole('region', { name: '设计参数图' }).getByRole('img').first()).toBeVisible();
  });
}

test('[A-08] stock: rows by keyboard, a point on the map or typed, a film; what was typed is what is kept', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(`${formOf('stock')}?type=pet`);
  await typeCase(page, stock);
  const rows = frameOf(page, fieldOf(stock, 'stockList'));
  await rows.getByRole('textbox', { name: '第1行名称' }).fill('橡木板');
  await rows.getByRole('textbox', { name: '第1行数量' }).fill('36 立方米');
  await rows.getByRole('textbox', { name: '第1行数量' }).press('Enter');
  await expect(rows.getByRole('textbox', { name: '第2行名称' })).toBeFocused();
  await page.keyboard.type('榉木方');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12 立方米');
  await rows.getByRole('button', { name: '加一行' }).click();
  await rows.getByRole('textbox', { name: '第3行名称' }).fill('写错了');
  await rows.getByRole('button', { name: '删除第3行' }).click();
  await rows.getByRole('button', { name: '第2行上移' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows.getByRole('textbox', { name: '第1行名称' })).toHaveValue('榉木方');
  await expect(rows.getByRole('button', { name: '第1行上移' })).toBeFocused();

  const place = frameOf(page, fieldOf(stock, 'location'));
  await place.scrollIntoViewIfNeeded();
  await place.getByRole('button', { name: '选地图中间' }).click();
  await expect(place.getByRole('textbox', { name: '纬度' })).toHaveValue(/^25\.8/);
  // Pasted at once, in the order that AMap has them.
  await place.getByRole('textbox', { name: '纬度' }).fill('114.7652,25.6611');
  await expect(place.getByRole('textbox', { name: '经度' })).toHaveValue('114.7652');
  await place.getByRole('combobox', { name: '坐标系' }).selectOption('WGS-84');
  await chooseFilm(page, fieldOf(stock, 'video'), await film());
  await expect(frameOf(page, fieldOf(stock, 'video')).getByRole('button', { name: '移除视频' })).toBeVisible();
  await pictureCase(page, stock);
  await send(page);
  await expect(page.getByRole('article', { name: fieldOf(stock, 'name').example })).toContainText('审核中');

  const asOwner = portal.as(person);
  const [kept] = await dataOf(asOwner(ownCaseCalls(stock).list, {}));
  expect(kept).toMatchObject({ lat: 25.6611, lng: 114.7652, datum: 'WGS-84', has_point: 1, category: 'pet' });
  expect(kept?.['stock_list']).toEqual([
    { name: '榉木方', count: '12 立方米' },
    { name: '橡木板', count: '36 立方米' },
  ]);
});

test('[A-08] make: a film that breaks off half-way goes on where it was, and nothing of the form is lost', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(`${formOf('make')}?type=pet`);
  await typeCase(page, make, { name: '断过一次线的车间' });
  const sent: number[] = [];
  let broken = true;
  await page.route('**/api/Upload/part', async (route) => {
    const { length = 0 } = route.request().postDataBuffer() ?? {};
    if (broken && sent.length >= 1) return route.abort('connectionreset');
    sent.push(length);
    return route.continue();
  });
  const field = fieldOf(make, 'video');
  const frame = frameOf(page, field);
  const long = await film(2 * partBytes - 1000);
  await chooseFilm(page, field, long);
  await expect(frame.getByRole('alert')).toHaveText(/连接断了，已传 50%，可以接着传/);
  await expect(frame.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expectNoSeriousAxe(page);
  // It is not sent past what has not arrived.
  await send(page);
  await expect(frame).toContainText('视频还没有传完');
  await expect(page.getByRole('textbox', { name: /^名称/ })).toHaveValue('断过一次线的车间');

  broken = false;
  await frame.getByRole('button', { name: '接着传' }).click();
  await expect(frame.getByRole('button', { name: '移除视频' })).toBeVisible();
  // Two parts in all: what had arrived was not sent again.
  expect(sent).toHaveLength(2);
  await pictureCase(page, make);
  await send(page);
  await expect(page.getByRole('article', { name: '断过一次线的车间' })).toContainText('审核中');
  const [kept] = await dataOf(portal.as(person)(ownCaseCalls(make).list, {}));
  const served = await fetch(portal.url + String(kept?.['video']), { headers: { range: 'bytes=4-7' } });
  expect([served.status, await served.text()]).toEqual([206, 'ftyp']);
  expect(served.headers.get('content-range')).toBe(`bytes 4-7/${long.buffer.length}`);
});

test('[A-08] a picture that breaks off is refused cleanly, and goes when it is tried again; a wrong film for good', async ({
  page,
  portal,
}) => {
  await portal.login(page, await portal.newPerson());
  await page.goto(`${formOf('make')}?type=pet`);
  await page.route('**/api/Upload/image', (route) => route.abort('connectionreset'), { times: 1 });
  const pictures = frameOf(page, fieldOf(make, 'pictures'));
  await choosePictures(pictures, await picture('车间.jpg'));
  await expect(pictures.getByRole('alert')).toContainText('网络连接失败');
  await pictures.getByRole('button', { name: '重试' }).click();
  await expect(pictures.getByRole('button', { name: '移除第1张' })).toBeVisible();

  const field = fieldOf(make, 'video');
  await chooseFilm(page, field, { name: '假的.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>') });
  await expect(frameOf(page, field).getByRole('alert')).toHaveText('视频只支持mp4格式');
  await expect(frameOf(page, field).getByRole('button', { name: '接着传' })).toHaveCount(0);
  await frameOf(page, field).getByRole('button', { name: '换一个视频' }).click();
  await expect(frameOf(page, field).getByRole('button', { name: '上传视频' })).toBeVisible();
});

test('[A-08] [Z-04] a sign-in that runs out in the middle of the longest form loses nothing, and the form is sent after it', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(formOf('stock'));
  const name = '登录过期也不丢';
  await typeCase(page, stock, { name });
  const rows = frameOf(page, fieldOf(stock, 'stockList'));
  await rows.getByRole('textbox', { name: '第1行名称' }).fill('橡木板');
  await rows.getByRole('textbox', { name: '第1行数量' }).fill('36 立方米');
  const place = frameOf(page, fieldOf(stock, 'location'));
  await place.getByRole('textbox', { name: '纬度' }).fill('25.6611,114.7652');
  await chooseFilm(page, fieldOf(stock, 'video'), await film());
  await expect(frameOf(page, fieldOf(stock, 'video')).getByRole('button', { name: '移除视频' })).toBeVisible();
  await pictureCase(page, stock);
  await dataOf(portal.as(person)(signout, {}));
  await fillField(page, fieldOf(stock, 'source'), '写到一半时登录过期');
  await send(page);

  await expect(page).toHaveURL(/\/omo\/login\?/);
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await page.getByLabel('密码').first().fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(formOf('stock')));
  await expect(page.getByRole('textbox', { name: /^名称/ })).toHaveValue(name);
  await expect(page.getByRole('textbox', { name: /^货源/ })).toHaveValue('写到一半时登录过期');
  await expect(page.getByRole('radio', { name: '宠物' })).toBeChecked();
  await expect(page.getByRole('complementary', { name: '填写进度' })).toContainText('都填好了');
  // A reload loses as little.
  await page.reload();
  await expect(page.getByRole('complementary', { name: '填写进度' })).toContainText('都填好了');
  await send(page);
  await expect(page.getByRole('article', { name })).toContainText('审核中');
});

test('[A-08] two pages change one case: the second is told what and when, keeps its text, and chooses', async ({
  page,
  portal,
  context,
}) => {
  const person = await portal.newPerson();
  const { id } = await sentCase(portal, person, design, { name: '两个窗口' });
  await portal.login(page, person);
  const edit = `/omo/personal/shop/case/design/${id}/edit`;
  const other = patient(await context.newPage());
  await page.goto(edit);
  await other.goto(edit);
  const idea = other.getByRole('textbox', { name: /^理念/ });
  await expect(idea).not.toHaveValue('');
  await page.getByRole('textbox', { name: /^名称/ }).fill('第一个窗口改的名称');
  await send(page);
  await expect(page.getByRole('article', { name: '第一个窗口改的名称' })).toBeVisible();

  // The second hears of it while it is still being typed in, and does not lose its place.
  const told = other.getByRole('alert', { name: '案例已在别处改过' });
  await expect(told).toBeVisible();
  await idea.fill('第二个窗口写的理念');
  await expect(idea).toBeFocused();
  await send(other);
  await expect(told).toContainText(/\d{2}:\d{2} 已被改过/);
  await expect(told).toContainText('改了：名称');
  await expect(idea).toHaveValue('第二个窗口写的理念');
  await expectNoSeriousAxe(other);
  const info = async () => dataOf(portal.as(person)(ownCaseCalls(design).info, { id }));
  expect(await info()).toMatchObject({ name: '第一个窗口改的名称', version: 2 });
  // A reload does not make an old state a new one.
  await other.reload();
  await expect(told).toContainText('和您填的不一样：名称、理念');
  await told.getByRole('button', { name: '仍保留我的' }).click();
  await expect(told).toHaveCount(0);
  await send(other);
  await expect(other.getByRole('article', { name: '两个窗口' })).toBeVisible();
  expect(await info()).toMatchObject({ name: '两个窗口', idea: '第二个窗口写的理念', version: 3 });

  await page.goto(edit);
  await expect(page.getByRole('textbox', { name: /^名称/ })).toHaveValue('两个窗口');
  await dataOf(
    portal.as(person)(saveCaseDraft, {
      type: 1,
      category: 'pet',
      id,
      version: 3,
      values: JSON.stringify({ name: '手机上存的草稿' }),
    }),
  );
  await page.getByRole('textbox', { name: /^配色/ }).fill('没用了');
  await send(page);
  await page.getByRole('button', { name: '载入最新' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /载入最新/ })
    .click();
  await expect(page.getByRole('textbox', { name: /^名称/ })).toHaveValue('手机上存的草稿');
  await expect(page.getByRole('textbox', { name: /^配色/ })).toHaveValue('');
});

test('[A-08] the shop lists what stands where, by stage and status; a draft is gone on with; a case is deleted at once', async ({
  page,
  portal,
}) => {
  await portal.login(page, await demoPerson(portal, '13800000002'));
  await page.goto(shop);
  await expect(page.getByRole('heading', { level: 1, name: /三榫制造/ })).toBeVisible();
  const status = page.getByRole('navigation', { name: '按审核状态筛选' });
  await status.getByRole('link', { name: /^审核不通过/ }).click();
  await expect(page.getByRole('article', { name: '宠物围栏冲压线' })).toContainText(
    '没有通过：图片里拍到了客户的送货单',
  );
  await status.getByRole('link', { name: /^审核中/ }).click();
  await expect(page.getByRole('article', { name: '实木狗屋和猫屋小批量，三十座起' })).toContainText(
    '公开的仍是上次通过的内容',
  );
  await status.getByRole('link', { name: /^草稿/ }).click();
  await page.getByRole('navigation', { name: '按环节筛选' }).getByRole('link', { name: /^打样/ }).click();
  await page.getByRole('article', { name: '可升降儿童书桌首样' }).getByRole('link', { name: '继续填写' }).click();
  await expect(page.getByRole('textbox', { name: /^理念/ })).toHaveValue(/^手摇升降/);

  const person = await portal.newPerson();
  const { id, version } = await sentCase(portal, person, design, { name: '要删掉的案例' });
  const operator = await demoOperator(portal);
  await dataOf(portal.as(operator)(decideCase, { id, version, decision: 'approve' }));
  const address = `/omo/smart/pet/design/details/${id}`;
  expect((await page.request.get(address)).status()).toBe(200);
  await portal.login(page, person);
  await page.goto(shop);
  await page.getByRole('article', { name: '要删掉的案例' }).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除案例' }).click();
  await expect(page.getByText('店里还没有案例')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
  expect(await portal.send(caseCalls(design).info, { id })).toMatchObject({ code: 1004 });
});

test('[A-08] what the shop says of itself is seen at once on its public page; a stranger sees no preview', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  const { id } = await sentCase(portal, person, design);
  await portal.login(page, person);
  await page.goto('/omo/personal/shop/edit');
  await page.getByRole('textbox', { name: /^店铺名称/ }).fill('榫卯小院');
  await page.getByRole('textbox', { name: /^店铺简介/ }).fill('只做榫卯。');
  await page.getByRole('combobox', { name: '省份' }).selectOption({ label: '江西省' });
  await page.getByRole('combobox', { name: '城市' }).selectOption({ label: '赣州市' });
  await page.getByRole('checkbox', { name: '设计' }).check();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: '保存店铺' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '榫卯小院' })).toBeVisible();
  await page.getByRole('link', { name: '看公开的店铺' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '榫卯小院' })).toBeVisible();
  await expect(page.getByText('江西省赣州市').first()).toBeVisible();

  await portal.login(page, await portal.newPerson());
  await page.goto(`/omo/personal/shop/case/design/${id}/preview`);
  await expect(page.getByText('案例不存在或已被删除')).toBeVisible();
});
