import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../scripts/chromium.ts';

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // One portal for the whole run: it is started once, seeded once, and every test makes the people it needs.
  globalSetup: './portal.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // On the machine that decides, a test is tried once more; what needed it is named at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 15_000,
    // Recording slows every test: on the machine that decides, what fails is recorded when it is tried again.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env },
  },
});
