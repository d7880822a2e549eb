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
import type { FormMeans } from '../../ui/form/field-control.tsx';
import { PublishForm } from './publish-form.tsx';
import type { FollowOnSource } from './use-follow-on.ts';

// Looked up beside the form; what it says is tested with the server.
vi.mock('./estimate.tsx', () => ({ EstimateNote: () => null, EstimateStrip: () => null }));

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
    await waitFor(() => expect(onPublished).toHaveBeenCalledWith('DP-1', false));
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

describe('[D-09] going on from an order', () => {
  const stage = stages[4]!;
  const order = {
    productLineNid: 'PL-1',
    demandNid: 'DM-1',
    name: '会议桌',
    orderType: 4,
    stageName: '制造',
    type: 'pet',
    orderStatus: 7,
    demandStatusName: '已完成',
    providerName: '三榫制造',
    picture: '',
    time: 1_762_700_000,
  };
  const from = '制造订单 DM-1';
  const values = {
    name: { value: '会议桌', from },
    pictures: { value: ['/files/a.jpg', '/files/b.jpg'], from },
    description: { value: '木材名称：橡木', from: '备料订单 DS-1' },
  };
  const listed = (...orders: (typeof order)[]) => ({ ok: true, data: orders, count: 1, page: 1, pages: 1 }) as const;
  const source = (over: Partial<FollowOnSource> = {}): FollowOnSource => ({
    list: async () => listed(order),
    take: async () => ({ ok: true, data: { order, values, inputHash: 'a'.repeat(64) }, count: 0, page: 1, pages: 0 }),
    ...over,
  });
  const name = () => screen.getByLabelText<HTMLInputElement>(/^产品名称/);
  const choose = async (user: ReturnType<typeof userEvent.setup>, line = 'PL-1') =>
    user.selectOptions(await screen.findByRole('combobox', { name: /^我的订单/ }), line);

  it('fills what is empty, says where from, and can be taken back field by field or whole', async () => {
    const { user } = open(stage, { followOn: source(), beforeName: '制造' });
    await choose(user);
    await waitFor(() => expect(name().value).toBe('会议桌'));
    expect(screen.getAllByText(/取自「制造订单 DM-1」/)).toHaveLength(2);
    expect(screen.getByText(/取自「备料订单 DS-1」/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '撤去取自订单的产品名称' }));
    expect(name().value).toBe('');
    expect(screen.getAllByRole('button', { name: /^移除第/ })).toHaveLength(2);
    await choose(user, '');
    expect(screen.queryByRole('button', { name: /^移除第/ })).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^需求说明/).value).toBe('');
  });

  it('never writes over what was typed, and offers the order’s words beside it', async () => {
    const { user } = open(stage, { followOn: source() });
    await user.type(name(), '我写的桌子');
    await choose(user);
    expect(await screen.findByText(/订单里是「会议桌」/)).toBeTruthy();
    expect(name().value).toBe('我写的桌子');
    await user.click(screen.getByRole('button', { name: '改用订单里的产品名称' }));
    expect(name().value).toBe('会议桌');
    // Taken from the order or typed: what is typed after that stays when another one is chosen.
    await user.type(name(), '二');
    await choose(user, '');
    expect(name().value).toBe('会议桌二');
  });

  it('sends the line, and the line’s own category', async () => {
    fill(stage);
    const { publish, user } = open(stage, { followOn: source() });
    await choose(user);
    expect(await screen.findByText(/这条产品线属于宠物/)).toBeTruthy();
    await user.click(send(stage));
    await waitFor(() => expect(publish).toHaveBeenCalled());
    expect(publish.mock.calls[0]?.[0]).toMatchObject({ productLineNid: 'PL-1', type: 'pet' });
  });

  it('begins with an order that a button led here with, and keeps the choice with the draft', async () => {
    open(stage, { followOn: source({ list: async () => listed() }), line: 'PL-1' });
    await waitFor(() => expect(name().value).toBe('会议桌'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^我的订单/ }).value).toBe('PL-1');
    cleanup();
    open(stage, { followOn: source() });
    expect(await screen.findByText('制造订单 DM-1，三榫制造，2025年11月9日完成')).toBeTruthy();
    expect(name().value).toBe('会议桌');
  });

  it('has a face for none, for one that could not be read, and for one that is refused', async () => {
    open(stage, { followOn: source({ list: async () => listed() }), beforeName: '制造' });
    expect(screen.getByRole('status', { name: '正在读取我的订单' })).toBeTruthy();
    expect(await screen.findByText(/没有可以接着喷涂的订单/)).toBeTruthy();
    cleanup();
    const refused = { ok: false, code: 1005, status: 409, message: '这条产品线的本环节已有需求', data: {} } as const;
    const fields = { productLineNid: refused.message };
    open(stage, { followOn: source({ list: async () => ({ ...refused, fields }) }) });
    expect(await screen.findByText(/没能读取您的订单/)).toBeTruthy();
    cleanup();
    fill(stage);
    let sent = false;
    const gone = source({ take: async (nid) => (sent ? { ...refused, fields } : source().take(nid)) });
    const { user } = open(stage, {
      followOn: gone,
      publish: async () => {
        sent = true;
        return { ...refused, fields };
      },
    });
    await choose(user);
    await waitFor(() => expect(screen.getByText(/这条产品线属于/)).toBeTruthy());
    await user.click(send(stage));
    expect(await screen.findByText('这条产品线的本环节已有需求，请换一张')).toBeTruthy();
  });

  it('[Z-07] takes over anew what was delivered while it was filled in, and sends what it was written for', async () => {
    fill(stage);
    const message = '前面环节的交付在您填写期间更新了';
    const later = source({
      take: async () => ({
        ok: true,
        data: { order, values, inputHash: publish.mock.calls.length > 0 ? 'second' : 'first' },
        count: 0,
        page: 1,
        pages: 0,
      }),
    });
    const { publish, user } = open(stage, { followOn: later });
    publish.mockResolvedValueOnce({
      ok: false,
      code: 1005,
      status: 409,
      message,
      data: {},
      fields: { productLineNid: message },
    });
    await choose(user);
    await waitFor(() => expect(screen.getByText(/这条产品线属于/)).toBeTruthy());
    await user.click(send(stage));
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(send(stage));
    await waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
    expect(publish.mock.calls.map(([input]) => input['inputHash'])).toEqual(['first', 'second']);
  });
});

describe('[D-13] changing a demand', () => {
  const stage = stages[1]!;
  const values = Object.fromEntries(
    stage.demand.map((field) => [field.key, held(stage, field.wire, field.example)]),
  ) as Record<string, string | string[]>;

  it('asks before it voids tenders, names what changed, and not for other words', async () => {
    const { publish, user } = open(stage, { editing: { values, draft: false, tenders: 3 } });
    await user.type(screen.getByLabelText(/^产品名称/), '二');
    await user.click(screen.getByRole('button', { name: '保存修改' }));
    await waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
    cleanup();
    localStorage.clear();
    const again = open(stage, { editing: { values, draft: false, tenders: 3 } });
    const budget = screen.getByLabelText(/^预算/);
    await again.user.clear(budget);
    await again.user.type(budget, '9000');
    await again.user.click(screen.getByRole('button', { name: '保存修改' }));
    const question = await screen.findByRole('dialog', { name: '修改会作废已收到的标书' });
    expect(question.textContent).toContain('预算');
    expect(again.publish).not.toHaveBeenCalled();
    await again.user.click(screen.getByRole('button', { name: '作废 3 份标书并修改' }));
    await waitFor(() => expect(again.publish).toHaveBeenCalledTimes(1));
  });

  it('leaves a deadline that has passed as it is, but does not publish a draft with one', async () => {
    const past = { ...values, deadline: toLocal(Date.now() - 3_600_000) };
    const { publish, user } = open(stage, { editing: { values: past, draft: false, tenders: 0 } });
    await user.click(screen.getByRole('button', { name: '保存修改' }));
    await waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
    cleanup();
    localStorage.clear();
    const draft = open(stage, { editing: { values: past, draft: true, tenders: 0 } });
    await draft.user.click(send(stage));
    expect(screen.getByRole('alert').textContent).toBe('截止时间不能早于现在');
    await draft.user.click(screen.getByRole('button', { name: '存为草稿' }));
    await waitFor(() => expect(draft.publish).toHaveBeenCalledWith(expect.objectContaining({ draft: '1' })));
  });
});
