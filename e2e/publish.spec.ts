import { demandCalls } from '../contract/demands.ts';
import { refusals } from '../contract/stages/refusals.test-data.ts';
import { stages } from '../contract/stages/index.ts';
import { signin, updatePassword } from '../contract/accounts.ts';
import { myDemandList } from '../contract/orders.ts';
import { dataOf, expect, test } from './fixtures.ts';
import {
  choosePictures,
  demandNid,
  fillDemand,
  fillField,
  frameOf,
  goodValues,
  openTerms,
  picture,
  stageOf,
} from './steps.ts';

for (const stage of stages) {
  test(`[D-0${stage.number + 1}] [D-01] publishes a demand of ${stage.name} through the form`, async ({
    page,
    portal,
  }) => {
    await portal.login(page, await portal.newPerson());
    await page.goto(`/omo/publish?stage=${stage.key}&type=pet`);
    const name = `${stage.name}浏览器${Date.now() % 1e6}`;
    await fillDemand(page, stage, { values: { name } });
    // What was said stands in the summary before it is sent.
    await expect(page.getByRole('complementary', { name: '需求预览' })).toContainText(name);
    await expect(page.getByRole('complementary', { name: '需求预览' })).not.toContainText('还没填');
    await page.getByRole('button', { name: `发布${stage.name}需求` }).click();
    await expect(page.getByText('需求已发布')).toBeVisible();
    const nid = await demandNid(page);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('¥3,500.00')).toBeVisible();
    await page.goto(`/omo/smart/pet/${stage.key}`);
    await page.getByRole('region', { name: '招标中的需求' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/omo/demand/${nid}$`));
  });
}

// What a control cannot hold, nobody can type: a value outside the choices, seven pictures, half an address.
const typed = (key: string) =>
  (refusals[key] ?? []).flatMap(({ field: wire, value, message }) => {
    const field = stageOf(key).demand.find((one) => one.wire === wire);
    if (!field || value === undefined) return [];
    const { kind } = field.widget;
    const holds = !['images', 'choices', 'select'].includes(kind) || value === '';
    return holds ? [{ field, value, message }] : [];
  });

for (const stage of [stageOf('sam'), stageOf('logistics'), stageOf('stock'), stageOf('design')]) {
  test(`[D-0${stage.number + 1}] [D-13] ${stage.name}: what is refused is told next to the field, in the words of the rules`, async ({
    page,
    portal,
  }) => {
    await portal.login(page, await portal.newPerson());
    await page.goto(`/omo/publish?stage=${stage.key}&type=maternal`);
    await expect(page.getByRole('button', { name: '下一步：时间和预算' })).toBeVisible();
    let published = false;
    page.on('request', (request) => (published ||= request.url().includes(demandCalls(stage).save.path)));

    // Nothing filled in: each required field says so, and the first one is where one stands.
    await page.getByRole('button', { name: '下一步：时间和预算' }).click();
    for (const { field, value, message } of typed(stage.key))
      if (value === '' && !['deadline', 'budget'].includes(field.key))
        await expect(frameOf(page, field).getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('textbox', { name: /^产品名称/ })).toBeFocused();

    await fillDemand(page, stage);
    const good = goodValues(stage);
    for (const { field, value, message } of typed(stage.key)) {
      const images = field.widget.kind === 'images';
      if (images) await page.getByRole('button', { name: '移除第1张' }).click();
      else await fillField(page, field, value);
      await page.getByRole('button', { name: `发布${stage.name}需求` }).click();
      await expect(frameOf(page, field).getByRole('alert'), `${field.key} ${value}`).toHaveText(message);
      await expect(page.getByRole('alert')).toHaveCount(1);
      if (images) {
        await choosePictures(page, await picture());
        await expect(page.getByRole('button', { name: '移除第1张' })).toBeVisible();
      } else await fillField(page, field, good[field.key] ?? '');
      // Mended, it is taken back at once.
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    expect(published).toBe(false);
  });
}

test('[D-03] more pictures than six, and a file that is none, are told and the rest is kept', async ({
  page,
  portal,
}) => {
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/publish?stage=proofing&type=maternal');
  const broken = { name: '坏图.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') };
  await choosePictures(page, await picture('好图.jpg'), broken);
  await expect(page.getByRole('alert')).toContainText('坏图.jpg');
  await expect(page.getByRole('button', { name: '移除第1张' })).toBeVisible();
  // It is not left behind silently.
  for (const field of stageOf('proofing').demand.filter(({ key }) => ['name', 'types', 'description'].includes(key)))
    await fillField(page, field, field.example);
  await page.getByRole('button', { name: '下一步：时间和预算' }).click();
  await page.getByRole('button', { name: '7天后' }).click();
  await page.getByRole('textbox', { name: /^预算/ }).fill('100');
  await page.getByRole('button', { name: '发布打样需求' }).click();
  await expect(page.getByText('参考图片还没有传完，请稍候；传不上去的请移除')).toBeVisible();
  await page.getByRole('button', { name: '取消上传 坏图.jpg' }).click();
  const six = await Promise.all(Array.from({ length: 6 }, (_, index) => picture(`第${index}张.jpg`)));
  await choosePictures(page, ...six);
  await expect(page.getByText('最多上传6张图片，多出的没有上传')).toBeVisible();
  await expect(page.getByRole('button', { name: '移除第6张' })).toBeVisible();
  await page.getByRole('button', { name: '发布打样需求' }).click();
  await demandNid(page);
  await expect(page.getByRole('button', { name: /^看第/ })).toHaveCount(6);
});

test('[Z-04] the form survives a reload, and may be thrown away', async ({ page, portal }) => {
  const stage = stageOf('stock');
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/publish?stage=stock&type=business');
  await fillDemand(page, stage, { values: { name: '会议桌橡木料' } });
  await expect(page.getByText(/已自动保存/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue('会议桌橡木料');
  await expect(page.getByRole('textbox', { name: /^需求量/ })).toHaveValue('12');
  await expect(page.getByRole('combobox', { name: '木材名称' })).toHaveValue('橡木');
  await expect(page.getByRole('button', { name: /^第1张/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^预算/ })).toHaveValue('3500.00');
  // Another category is another form.
  await page.goto('/omo/publish?stage=stock&type=pet');
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue('');
  await page.goto('/omo/publish?stage=stock&type=business');
  await page.getByRole('button', { name: '清空重填' }).click();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue('');
});

test('[Z-04] [U-05] a sign-in that ran out in the middle costs nothing: sign in, and it is all there', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  const stage = stageOf('spray');
  await portal.login(page, person);
  await page.goto('/omo/publish?stage=spray&type=maternal');
  const name = `婴儿床喷涂${Date.now() % 1e6}`;
  await fillDemand(page, stage, { values: { name }, pictures: [await picture('甲.jpg'), await picture('乙.jpg')] });
  // On another device the password is changed: the server revokes every other sign-in.
  const elsewhere = await portal.send(signin, { mobile: person.mobile, password: person.password });
  const other = await dataOf(Promise.resolve(elsewhere));
  const password = 'omo2026other';
  await dataOf(portal.as(other)(updatePassword, { oldPassword: person.password, password }));

  await page.getByRole('button', { name: '发布喷涂需求' }).click();
  await expect(page.getByText('请先登录', { exact: true }).last()).toBeVisible();
  await expect(page).toHaveURL(/\/omo\/login\?/);
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await page.getByLabel(/^密码/).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('登录成功！')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue(name);
  await expect(page.getByRole('button', { name: /^第2张/ })).toBeVisible();
  await page.getByRole('button', { name: '发布喷涂需求' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('button', { name: /^看第/ })).toHaveCount(2);
});

test('[Z-04] a visitor fills in everything first, signs in when sending, and publishes', async ({ page, portal }) => {
  const person = await portal.newPerson();
  await page.goto('/omo/publish?stage=make&type=pet');
  const stage = stageOf('make');
  for (const field of stage.demand.filter(({ key }) => ['name', 'structure'].includes(key)))
    await fillField(page, field, field.key === 'name' ? '榫卯猫爬架' : field.example);
  await choosePictures(page, await picture());
  // Files are for those who are known: the form says so and loses nothing.
  await expect(page.getByText('请先登录', { exact: true }).last()).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await page.getByLabel(/^密码/).fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue('榫卯猫爬架');
  await expect(page.getByRole('checkbox', { name: '榫卯' })).toBeChecked();
  await choosePictures(page, await picture());
  await openTerms(page);
  await page.getByRole('button', { name: '15天后' }).click();
  await page.getByRole('textbox', { name: /^预算/ }).fill('880');
  await page.getByRole('button', { name: '发布制造需求' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '榫卯猫爬架' })).toBeVisible();
});

test('[Z-04] a refusal by the server and a lost connection leave the form as it was; a double click publishes once', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  const stage = stageOf('proofing');
  await portal.login(page, person);
  await page.goto('/omo/publish?stage=proofing&type=maternal');
  const name = `只发一次${Date.now() % 1e6}`;
  await fillDemand(page, stage, { values: { name } });
  const send = page.getByRole('button', { name: '发布打样需求' });

  await page.context().setOffline(true);
  await send.click();
  await expect(page.getByText('网络连接失败，请检查网络后再试')).toBeVisible();
  await page.context().setOffline(false);

  // The server's own word on a field, as when its clock or its rules are ahead of the page.
  const call = `**${demandCalls(stage).save.path}`;
  await page.route(call, async (route) => {
    const refused = new URLSearchParams(route.request().postData() ?? '');
    refused.set('issueEndTime', String(Math.floor(Date.now() / 1000) - 60));
    await route.continue({ postData: refused.toString() });
  });
  await send.click();
  const deadline = stage.demand.find(({ key }) => key === 'deadline')!;
  await expect(frameOf(page, deadline).getByRole('alert')).toHaveText('截止时间不能早于现在');
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue(name);
  await page.unroute(call);

  // The answer is lost on its way: what was sent again is the same form, and is published once.
  await page.route(call, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(page.getByText('网络连接失败，请检查网络后再试')).toBeVisible();
  await page.unroute(call);
  await send.dblclick();
  await demandNid(page);
  const mine = await portal.as(person)(myDemandList, { orderStatus: '', page: '1' });
  expect(mine).toMatchObject({ ok: true, count: 1 });
});
