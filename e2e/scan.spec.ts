import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { qrModules } from '../contract/qr.ts';
import { getTraceExample } from '../contract/trace/calls.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';

// The camera's pictures are a drawn stream, and what reads them is jsQR in place of the detector that Chromium has on phones but
// not here: both are the browser's part. What the page makes of them is its own.

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '扫描溯源码' });

async function openScan(page: Page): Promise<void> {
  await page.goto('/omo/smart/maternal/origin');
  await page.getByRole('button', { name: '扫码' }).click();
}

/** Holds a code before the camera. */
const hold = (page: Page, text: string) =>
  page.evaluate((rows) => Object.assign(globalThis, { heldCode: rows }), qrModules(text));

async function withCamera(page: Page): Promise<void> {
  await page.addInitScript({ path: join(import.meta.dirname, '../node_modules/jsqr/dist/jsQR.js') });
  await page.addInitScript(() => {
    const own = globalThis as unknown as {
      heldCode?: boolean[][];
      jsQR: (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
      BarcodeDetector: unknown;
    };
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 320, height: 240 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      setInterval(() => {
        pen.fillStyle = '#fff';
        pen.fillRect(0, 0, 320, 240);
        pen.fillStyle = '#000';
        const rows = own.heldCode ?? [];
        for (const [y, row] of rows.entries())
          for (const [x, on] of row.entries()) if (on) pen.fillRect(60 + x * 5, 20 + y * 5, 5, 5);
      }, 50);
      return canvas.captureStream(20);
    };
    own.BarcodeDetector = class {
      async detect(video: HTMLVideoElement) {
        const picture = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
        if (!picture) return [];
        picture.drawImage(video, 0, 0);
        const { data, width, height } = picture.getImageData(0, 0, video.videoWidth, video.videoHeight);
        const found = own.jsQR(data, width, height);
        return found ? [{ rawValue: found.data }] : [];
      }
    };
  });
}

test('[C-06] a label held before the camera leads to its product; another code is told to be none', async ({
  page,
  portal,
}) => {
  const { code } = await dataOf(portal.send(getTraceExample, {}));
  await withCamera(page);
  await openScan(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByText('把标签上的二维码放进框里')).toBeVisible();
  await expectNoSeriousAxe(page);
  await hold(page, 'https://omo.example/else');
  await expect(dialog.getByText('这个二维码不是溯源码')).toBeVisible();
  await hold(page, `${portal.url}/trace/${code}`);
  await expect(page).toHaveURL(new RegExp(`/omo/trace/${code}$`));
  await expect(dialog).toHaveCount(0);
});

test('[C-06] who does not let the page use the camera, or has a browser that reads no codes, is told what to do', async ({
  page,
}) => {
  await openScan(page);
  await expect(dialogOf(page).getByText('这个浏览器不能在网页里扫码')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: '关闭' }).last().click();
  await expect(dialogOf(page)).toHaveCount(0);

  await withCamera(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotAllowedError');
    };
  });
  await openScan(page);
  await expect(dialogOf(page).getByText('没有拿到摄像头的许可')).toBeVisible();
});
