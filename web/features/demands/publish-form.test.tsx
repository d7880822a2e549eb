import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { stages } from '../../../contract/stages/index.ts';
import { polish } from '../../../contract/stages/polish.test-data.ts';
import { refusals } from '../../../contract/stages/refusals.test-data.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { Draft } from '../../ui/form/draft.ts';
import { toLocal } from '../../ui/form/moment-control.tsx';
import { draftKey } from './draft.ts';
import type { FormMeans } from './field-control.tsx';
import { PublishForm } from './publish-form.tsx';

const means: FormMeans = {
  uploadImage: async () => ({ ok: true, url: '/files/new.jpg' }),
  uploadDocument: async () => ({ ok: true, url: '/files/new.pdf' }),
  thumb: (url) => url,
  documentName: (url) => url,
  areas: { provice: [{ id: '36', name: '江西' }], city: { '36': [{ id: '3607', name: '赣州' }] } },
  now: Date.now(),
};

const key = draftKey('maternal', 'any');
const published: Reply<{ demandNid: string }> = { ok: true, data: { demandNid: 'DP-1' }, count: 0, page: 1, pages: 0 };

/** A wire value as its control holds it. */
function held(stage: Stage, wire: string, value: string) {
  const kind = stage.demand.find((field) => field.wire === wire)?.widget.kind;
  if (kind === 'moment') return value && toLocal(Number(value) * 1000);
  return ['choices', 'regions', 'images', 'documents'].includes(kind ?? '') ? value.split(',').filter(Boolean) : value;
}

/** A draft that is right but for what is given by wire name: forms are filled as they are when one comes back to them. */
function fill(stage: Stage, wrong: Record<string, string> = {}) {
  const values = Object.fromEntries(
    stage.demand.map((field) => [field.key, held(stage, field.wire, wrong[field.wire] ?? field.example)]),
  );
  localStorage.setItem(key, JSON.stringify({ values, savedAt: Date.now(), requestId: 'request-1' } satisfies Draft));
}

function open(stage: Stage, over: Partial<Parameters<typeof PublishForm>[0]> = {}) {
  const publish = vi.fn(async (_input: Record<string, unknown>) => published);
  const onPublished = vi.fn();
  const signIn = vi.fn();
  render(
    <PublishForm
      stage={stage}
      category={{ key: 'maternal', name: '母婴' }}
      means={means}
      draftKey={key}
      signedIn
      {...{ signIn, publish, onPublished }}
      {...over}
    />,
  );
  return { publish, onPublished, signIn, user: userEvent.setup() };
}

const send = (stage: Stage) => screen.getByRole('button', { name: `发布${stage.name}需求` });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe.each([...stages, polish])('the form of $name', (stage) => {
  it('publishes what was filled in, by wire name, once', async () => {
    fill(stage);
    const { publish, onPublished, user } = open(stage);
    await user.dblClick(send(stage));
    await waitFor(() => expect(onPublished).toHaveBeenCalledWith('DP-1'));
    expect(publish).toHaveBeenCalledTimes(1);
    const [input] = publish.mock.calls[0]!;
    expect(Object.keys(input)).toEqual([...stage.demand.map((field) => field.wire), 'type', 'requestId']);
    expect(input).toMatchObject({
      type: 'maternal',
      requestId: 'request-1',
      budget: '3500.00',
      issueEndTime: '4102444800',
    });
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('publishes once for two presses before it has rendered the first', async () => {
    fill(stage);
    const { publish, onPublished } = open(stage);
    act(() => {
      send(stage).click();
      send(stage).click();
    });
    await waitFor(() => expect(onPublished).toHaveBeenCalled());
    expect(publish).toHaveBeenCalledTimes(1);
  });

  it('names every required field when empty, and goes no further', async () => {
    const { publish, user } = open(stage);
    await user.click(screen.getByRole('button', { name: '下一步：时间和预算' }));
    const required = stage.demand.filter((field) => field.required && !['deadline', 'budget'].includes(field.key));
    expect(screen.getAllByRole('alert')).toHaveLength(required.length);
    expect(publish).not.toHaveBeenCalled();
  });
});

// A control cannot be made to leave its field out; empty stands for that.
const cases = Object.entries(refusals).flatMap(([stage, list]) =>
  list.filter((one) => one.value !== undefined).map((one) => ({ stage, ...one })),
);

it.each(cases)(
  '[D-02] [D-03] [D-04] [D-05] [D-06] [D-07] [D-08] $stage says beside $field=$value: $message',
  async ({ stage: name, field, value, message }) => {
    const stage = stages.find((one) => one.key === name)!;
    fill(stage, { [field]: value ?? '' });
    const { publish, user } = open(stage);
    await user.click(send(stage));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe(message);
    const inner = stage.demand.find((one) => one.wire === field)!.key;
    expect(alert.closest('[data-field]')?.getAttribute('data-field')).toBe(inner);
    expect(publish).not.toHaveBeenCalled();
  },
);

describe('[Z-04] nothing is lost', () => {
  const stage = stages[1]!;

  it('keeps what was typed for the next time the form opens', async () => {
    const { user } = open(stage);
    await user.type(screen.getByLabelText(/产品名称/), '高脚餐椅');
    await waitFor(() => expect(screen.getByText(/已自动保存/)).toBeTruthy());
    cleanup();
    open(stage);
    expect(screen.getByLabelText<HTMLInputElement>(/产品名称/).value).toBe('高脚餐椅');
  });

  it('keeps the form when the server refuses, and shows its words beside the field', async () => {
    fill(stage);
    const refused: Reply<never> = {
      ok: false,
      code: 1001,
      status: 400,
      message: '最低预算10元人民币',
      fields: { budget: '最低预算10元人民币' },
      data: {},
    };
    const { user } = open(stage, { publish: async () => refused });
    await user.click(send(stage));
    expect(await screen.findAllByText('最低预算10元人民币')).toHaveLength(2);
    expect(localStorage.getItem(key)).not.toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/产品名称/).value).toBe(stage.demand[0]!.example);
  });

  it('leads a visitor to sign in with the draft waiting', async () => {
    fill(stage);
    const { signIn, publish, user } = open(stage, { signedIn: false });
    await user.click(screen.getByRole('button', { name: '登录并发布' }));
    expect(signIn).toHaveBeenCalledOnce();
    expect(publish).not.toHaveBeenCalled();
    expect(localStorage.getItem(key)).not.toBeNull();
  });

  it('says so when the device cannot store', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, setItem: full });
    const { user } = open(stage);
    await user.type(screen.getByLabelText(/产品名称/), '床');
    expect(await screen.findByText('此设备无法保存草稿')).toBeTruthy();
    vi.unstubAllGlobals();
  });
});
