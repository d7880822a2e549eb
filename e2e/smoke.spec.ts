import { expect, expectNoSeriousAxe, test } from './fixtures.ts';

for (const path of ['/omo/', '/omo/smart/maternal/proofing', '/omo/smart/pet']) {
  test(`[S-01] ${path} comes up for a visitor without a word in the console`, async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(path);
    // A click that the router answers: the page was taken over as it was sent.
    await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));
    await page.getByRole('contentinfo').getByRole('link', { name: '打样' }).click();
    await expect(page).toHaveURL(/\/proofing$/);
    expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true);
    expect(said).toEqual([]);
    await expectNoSeriousAxe(page);
  });
}

test('[U-05] a person made through calls is signed in on the page', async ({ page, portal }) => {
  const person = await portal.newPerson({ nickname: '林木匠' });
  await portal.login(page, person);
  await page.goto('/omo/');
  await expect(page.getByText('林木匠').first()).toBeVisible();
});
