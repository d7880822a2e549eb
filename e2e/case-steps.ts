import type { Page } from '@playwright/test';
import { ownCaseCalls } from '../contract/own-cases.ts';
import type { Stage, StageField } from '../contract/stages/stage.ts';
import { exampleCase } from '../server/slices/cases/own/build.ts';
import { buildFilm } from '../server/slices/uploads/build.ts';
import { dataOf, expect, type Person, type Portal } from './fixtures.ts';
import { choosePictures, fillField, frameOf, picture, sendPicture } from './steps.ts';

/** What a shop's keeper does with their cases, as they do it: by role and label. */

const typed: readonly StageField['widget']['kind'][] = ['text', 'textarea', 'number'];

export interface FilmFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A film of so many bytes, which are those of a short one and emptiness. */
export const film = async (bytes = 0, name = '车间.mp4'): Promise<FilmFile> => ({
  name,
  mimeType: 'video/mp4',
  buffer: await buildFilm(bytes),
});

export async function chooseFilm(page: Page, field: StageField, file: FilmFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await frameOf(page, field).getByRole('button', { name: '上传视频' }).click();
  await (await chooser).setFiles(file);
}

export function fieldOf(stage: Stage, key: string): StageField {
  const field = stage.case.find((one) => one.key === key);
  if (!field) throw new Error(`${stage.name} has no field ${key}`);
  return field;
}

/** Fills in what is typed and chooses a category; `values` by the fields' inner keys. */
export async function typeCase(page: Page, stage: Stage, values: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('radio', { name: '宠物' }).check();
  for (const field of stage.case)
    if (typed.includes(field.widget.kind)) await fillField(page, field, values[field.key] ?? field.example);
}

/** Adds a picture to each list of them, and waits until it has arrived. */
export async function pictureCase(page: Page, stage: Stage): Promise<void> {
  for (const field of stage.case.filter(({ widget }) => widget.kind === 'images')) {
    const frame = frameOf(page, field);
    await choosePictures(frame, await picture());
    await expect(frame.getByRole('button', { name: '移除第1张' })).toBeVisible();
  }
}

export const send = (page: Page) => page.getByRole('button', { name: '提交审核' }).click();

/** A case of this person's, sent in by calls. */
export async function sentCase(
  portal: Portal,
  person: Person,
  stage: Stage,
  values: Readonly<Record<string, string>> = {},
): Promise<{ id: string; version: number }> {
  const send = portal.as(person);
  const form = { ...exampleCase(stage, { picture: await sendPicture(portal, person), video: '' }), ...values };
  const { save } = ownCaseCalls(stage);
  return dataOf(send(save, form as Parameters<typeof send<typeof save>>[1]));
}
