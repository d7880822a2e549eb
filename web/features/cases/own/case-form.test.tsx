import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../contract/call.ts';
import { caseRefusals } from '../../../../contract/stages/case-refusals.test-data.ts';
import { stages } from '../../../../contract/stages/index.ts';
import { polish } from '../../../../contract/stages/polish.test-data.ts';
import { posterOf, type Stage } from '../../../../contract/stages/stage.ts';
import type { FormValues } from '../../../ui/form/draft.ts';
import type { FormMeans } from '../../../ui/form/field-control.tsx';
import { CaseForm, type Sent } from './case-form.tsx';
import { categoryKey, emptyCase, versionKey } from './values.ts';

const heard = vi.hoisted(() => new Set<(topic: string | null) => void>());
vi.mock('../../../client/live.ts', () => ({
  onLive: (listener: (topic: string | null) => void) => {
    heard.add(listener);
    return () => heard.delete(listener);
  },
}));

const means: FormMeans = {
  uploadImage: async () => ({ ok: true, url: '/files/new.jpg' }),
  uploadDocument: async () => ({ ok: true, url: '/files/new.pdf' }),
  thumb: (url) => url,
  documentName: (url) => url,
  areas: undefined,
  now: Date.now(),
  film: {
    uploadVideo: async () => ({ ok: true, url: '/files/new.mp4' }),
    takeStill: async () => new File([''], 'still.jpg'),
  },
  map: () => null,
};

const key = 'omo.draft.case.any';
const taken: Reply<Sent> = { ok: true, data: { id: 'one', status: 0 }, count: 0, page: 1, pages: 0 };
const conflict: Reply<Sent> = { ok: false, code: 1005, status: 409, message: '已被改过', fields: {}, data: {} };

/** What the controls hold when all is filled in, but for what is given by wire name. */
function filled(stage: Stage, wrong: Record<string, string> = {}): FormValues {
  return Object.fromEntries([
    [categoryKey, 'pet'],
    ...stage.case.flatMap((field): [string, string | string[]][] => {
      const value = wrong[field.wire] ?? field.example;
      if (field.widget.kind === 'images') return [[field.key, value.split(',').filter(Boolean)]];
      if (field.widget.kind === 'video')
        return [
          [field.key, value],
          [posterOf(field.key), '/files/still.jpg'],
        ];
      return [[field.key, value]];
    }),
  ]) as FormValues;
}

function open(stage: Stage, base: FormValues, over: Partial<Parameters<typeof CaseForm>[0]> = {}) {
  const submit = vi.fn(async (_input: Record<string, unknown>) => taken);
  const keep = vi.fn(async (_input: Record<string, unknown>) => taken);
  const onDone = vi.fn();
  render(<CaseForm stage={stage} means={means} draftKey={key} base={base} {...{ submit, keep, onDone }} {...over} />);
  return { submit, keep, onDone, user: userEvent.setup() };
}

const send = () => screen.getByRole('button', { name: '提交审核' });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe.each([...stages, polish])('[A-08] the form of a case in $name', (stage) => {
  it('is sent by wire name, once', async () => {
    const { submit, onDone, user } = open(stage, filled(stage));
    await user.dblClick(send());
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(taken.ok && taken.data, false));
    expect(submit).toHaveBeenCalledTimes(1);
    const [input = {}] = submit.mock.calls[0] ?? [];
    const posters = stage.case.filter(({ widget }) => widget.kind === 'video').map(({ wire }) => posterOf(wire));
    expect(Object.keys(input).toSorted()).toEqual(
      [...stage.case.map(({ wire }) => wire), ...posters, 'type', 'requestId'].toSorted(),
    );
    expect(input).toMatchObject({ type: 'pet', name: stage.case[0]?.example });
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('names every field when empty, and is kept as a draft nevertheless', async () => {
    const { submit, keep, onDone, user } = open(stage, emptyCase(stage, 'pet'));
    await user.click(send());
    expect(screen.getAllByRole('alert')).toHaveLength(stage.case.length);
    expect(submit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '存为草稿' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(taken.ok && taken.data, true));
    const [input = {}] = keep.mock.calls[0] ?? [];
    expect(Object.keys(JSON.parse(String(input['values'])) as object)).toEqual(
      expect.arrayContaining(stage.case.map((field) => field.key)),
    );
  });
});

// A control cannot be made to leave its field out; empty stands for that.
const cases = Object.entries(caseRefusals).flatMap(([stage, list]) =>
  list.flatMap(({ field, value, message }) => (value === undefined ? [] : [{ stage, field, value, message }])),
);

it.each(cases)('[A-08] $stage says beside $field=$value: $message', async ({ stage: name, field, value, message }) => {
  const stage = stages.find((one) => one.key === name) as Stage;
  const { submit, user } = open(stage, filled(stage, { [field]: value }));
  await user.click(send());
  expect(screen.getByRole('alert').textContent).toBe(message);
  expect(submit).not.toHaveBeenCalled();
});

describe('[A-08] a case that was changed meanwhile', () => {
  const base = { ...filled(polish), [versionKey]: '1' };
  const newer = {
    id: 'one',
    values: { ...base, name: '别处改的名称', [versionKey]: '4' },
    version: 4,
    at: 1_795_000_000,
  };
  const editing = (reload = vi.fn()) => ({
    id: 'one',
    isPublic: true,
    reason: '',
    waits: false,
    latest: async () => newer,
    reload,
  });

  it('tells what, keeps what was typed, and writes over the newest only knowingly', async () => {
    const submit = vi.fn(async (_input: Record<string, unknown>): Promise<Reply<Sent>> => conflict);
    const { user, onDone } = open(polish, base, { submit, editing: editing() });
    const company = screen.getByRole('textbox', { name: /^公司/ });
    await user.clear(company);
    await user.type(company, '我打的字');
    await user.click(send());
    const told = await screen.findByRole('alert', { name: '案例已在别处改过' });
    expect(told.textContent).toContain('改了：名称');
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ id: 'one', version: 1 });
    expect((company as HTMLInputElement).value).toBe('我打的字');
    submit.mockResolvedValueOnce(taken);
    await user.click(screen.getByRole('button', { name: '仍保留我的' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(submit.mock.calls[1]?.[0]).toMatchObject({ id: 'one', version: 4, company: '我打的字' });
  });

  it('asks before what was typed is given up for the newest', async () => {
    const reload = vi.fn();
    const submit = vi.fn(async (_input: Record<string, unknown>): Promise<Reply<Sent>> => conflict);
    const { user } = open(polish, base, { submit, editing: editing(reload) });
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: '载入最新' }));
    expect(reload).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: '载入最新，放弃我填的' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is told when a draft of this device began from an older state', async () => {
    const draft = { values: { ...base, name: '旧草稿' }, savedAt: Date.now(), requestId: 'request-1' };
    localStorage.setItem(key, JSON.stringify(draft));
    open(polish, newer.values, { editing: editing() });
    const told = await screen.findByRole('alert', { name: '案例已在别处改过' });
    expect(told.textContent).toContain('和您填的不一样：名称');
  });

  it.each([
    ['the server says so', () => heard.forEach((listener) => listener('cases'))],
    ['one comes back to the window', () => window.dispatchEvent(new Event('focus'))],
  ])('is told as soon as %s, and nothing is sent by keeping one’s own', async (_, happens) => {
    const { user, submit } = open(polish, base, { editing: editing() });
    expect(screen.queryByRole('alert')).toBeNull();
    const company = screen.getByRole('textbox', { name: /^公司/ });
    await user.clear(company);
    await user.type(company, '我打的字');
    happens();
    await screen.findByRole('alert', { name: '案例已在别处改过' });
    expect(document.activeElement).toBe(company);
    await user.click(screen.getByRole('button', { name: '仍保留我的' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(submit).not.toHaveBeenCalled();
    // Known and chosen: it is not asked about again.
    happens();
    await user.click(send());
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ id: 'one', version: 4, company: '我打的字' });
  });
});

it('[A-08] a draft that was changed meanwhile stays a draft when its person goes on knowingly', async () => {
  const base = { ...filled(polish), [versionKey]: '1' };
  const keep = vi.fn(async (_input: Record<string, unknown>): Promise<Reply<Sent>> => conflict);
  const latest = async () => ({ id: 'one', values: base, version: 4, at: 1_795_000_000 });
  const editing = { id: 'one', isPublic: false, reason: '', waits: false, latest, reload: vi.fn() };
  const { user, submit, onDone } = open(polish, base, { keep, editing });
  await user.click(screen.getByRole('button', { name: '存为草稿' }));
  keep.mockResolvedValueOnce(taken);
  await user.click(await screen.findByRole('button', { name: '仍保留我的' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(taken.ok && taken.data, true));
  expect(keep.mock.calls[1]?.[0]).toMatchObject({ id: 'one', version: 4 });
  expect(submit).not.toHaveBeenCalled();
});

describe('[A-08] a form of a new case that has become one already', () => {
  const became = async () => ({
    id: 'one',
    values: { ...filled(polish), name: '先存的' },
    version: 3,
    at: 1_795_000_000,
  });
  const begun = () => {
    const submit = vi.fn(async (_input: Record<string, unknown>): Promise<Reply<Sent>> => conflict);
    return { ...open(polish, filled(polish), { submit, became }), sent: submit };
  };

  it('says how it differs, and goes in as another one', async () => {
    const { user, onDone, sent } = begun();
    await user.click(send());
    const told = await screen.findByRole('alert', { name: '这份表单已经存过' });
    expect(told.textContent).toContain('和您现在填的不一样：名称');
    sent.mockResolvedValueOnce(taken);
    await user.click(screen.getByRole('button', { name: '作为另一个新案例' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const [before, after] = sent.mock.calls.map(([input]) => input);
    expect(after?.['requestId']).not.toBe(before?.['requestId']);
    expect(after).toEqual({ ...before, requestId: after?.['requestId'] });
  });

  it('changes that one when its person says so', async () => {
    const { user, onDone, sent } = begun();
    await user.click(send());
    sent.mockResolvedValueOnce(taken);
    await user.click(await screen.findByRole('button', { name: '用我填的改那个案例' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sent.mock.calls[1]?.[0]).toMatchObject({ id: 'one', version: 3 });
  });

  it('is a new one at the next press when that one was deleted', async () => {
    const { user, sent } = begun();
    sent.mockResolvedValueOnce({ ...conflict, code: 1004, status: 404, message: '已经删除' } as Reply<Sent>);
    await user.click(send());
    await screen.findByText('已经删除');
    sent.mockResolvedValueOnce(taken);
    await user.click(send());
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(sent.mock.calls[1]?.[0]?.['requestId']).not.toBe(sent.mock.calls[0]?.[0]?.['requestId']);
  });
});

describe('[A-08] a draft', () => {
  it('asks for its category where it is missed, and is kept by the answer', async () => {
    const { user, keep, onDone } = open(polish, { ...emptyCase(polish, ''), name: '写到一半' });
    await user.click(screen.getByRole('button', { name: '存为草稿' }));
    expect(keep).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: '宠物' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(taken.ok && taken.data, true));
    expect(keep).toHaveBeenCalledTimes(1);
    expect(keep.mock.calls[0]?.[0]).toMatchObject({ category: 'pet' });
    expect(JSON.parse(String(keep.mock.calls[0]?.[0]['values']))).toMatchObject({ name: '写到一半' });
  });

  it('of a case that waits takes it out of the review only when its person says so', async () => {
    const base = { ...filled(polish), [versionKey]: '1' };
    const editing = { id: 'one', isPublic: true, reason: '', waits: true, latest: vi.fn(), reload: vi.fn() };
    const { user, keep, onDone } = open(polish, base, { editing });
    await user.click(screen.getByRole('button', { name: '存为草稿' }));
    expect(keep).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: '撤回并存为草稿' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(taken.ok && taken.data, true));
  });

  it('is not kept, and the page not left, while something is being uploaded', async () => {
    const slow = { ...means, uploadImage: () => new Promise<never>(() => undefined) };
    const stage = stages.find(({ key }) => key === 'design') as Stage;
    const { user, keep } = open(stage, emptyCase(stage, 'pet'), { means: slow });
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['x'], '一.jpg', { type: 'image/jpeg' }));
    await user.click(screen.getByRole('button', { name: '存为草稿' }));
    expect(screen.getByRole('alert').textContent).toContain('还没有传完');
    expect(keep).not.toHaveBeenCalled();
  });
});
