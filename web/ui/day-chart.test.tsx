import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { DayChart } from './day-chart.tsx';

afterEach(cleanup);

const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 25 + index)).toISOString().slice(0, 10),
);
const values = days.map((_, index) => (index === 27 ? null : index % 4));
const show = (given: Partial<Parameters<typeof DayChart>[0]> = {}) =>
  render(
    <>
      <DayChart
        name="每天发布的需求"
        days={days}
        series={[{ name: '需求', values }]}
        text={(value) => `${value} 份`}
        until="截至 06:10"
        empty="近 30 天没有"
        height={92}
        {...given}
      />
      <button type="button">后面</button>
    </>,
  );

const chart = () => screen.getByRole('application', { name: '每天发布的需求' });
const said = () => screen.getByRole('status').textContent;

test('[Z-16] a chart is one stop of the keyboard; arrows go over its days, each of which is told and read out', async () => {
  const { container } = show();
  await userEvent.tab();
  expect(document.activeElement).toBe(chart());
  expect(said()).toBe('11月23日 今天，1 份');
  expect(container.textContent).toContain('截至 06:10');
  await userEvent.keyboard('{ArrowLeft}');
  expect(said()).toBe('11月22日 周日，0 份');
  expect(container.textContent).not.toContain('截至 06:10');
  await userEvent.keyboard('{ArrowLeft}');
  expect(said()).toBe('11月21日 周六，没有');
  await userEvent.keyboard('{PageUp}');
  expect(said()).toBe('11月14日 周六，0 份');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(said()).toBe('10月25日 周日，0 份');
  expect(container.querySelectorAll('[data-at]')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  expect(said()).toBe('');
  expect(container.querySelector('[data-at]')).toBeNull();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '后面' }));
  expect(said()).toBe('');
});

test('[Z-16] pointing at a day tells it without reading it out, and leaving takes it away', () => {
  const { container } = show();
  const plot = container.querySelector('[data-at], hr')?.closest<HTMLElement>('[aria-hidden="true"]') as HTMLElement;
  plot.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
  const tip = () => container.querySelector('b')?.textContent;
  expect(tip()).toBeUndefined();
  fireEvent.pointerMove(plot, { clientX: 155, pointerType: 'mouse' });
  expect(tip()).toBe('1 份');
  expect(said()).toBe('');
  fireEvent.pointerMove(plot, { clientX: 9999, pointerType: 'mouse' });
  expect(container.textContent).toContain('截至 06:10');
  fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
  expect(tip()).toBeUndefined();
  // A finger on its way past, and one that presses.
  fireEvent.pointerMove(plot, { clientX: 155, pointerType: 'touch' });
  expect(tip()).toBeUndefined();
  fireEvent.click(plot, { clientX: 165 });
  expect(tip()).toBe('2 份');
});

test('[Z-16] all days stand in a table besides; where there is nothing at all, words stand in place of bars', () => {
  show();
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toHaveLength(30);
  expect([rows[0], rows[27], rows[29]]).toEqual(['2026-10-250 份', '2026-11-21没有', '2026-11-231 份']);
  cleanup();
  show({ series: [{ name: '需求', values: days.map(() => 0) }] });
  expect(screen.getByText('近 30 天没有')).toBeDefined();
  expect(screen.queryByRole('application')).toBeNull();
});

test('[A-01] of two series each value is told by its name, and what goes out is drawn below the line', async () => {
  const { container } = show({
    series: [
      { name: '收入', values },
      { name: '支出', values: values.map((value) => (value ? 2 : 0)), down: true },
    ],
    text: (value) => `¥${value}`,
  });
  await userEvent.tab();
  expect(said()).toBe('11月23日 今天，收入 ¥1，支出 ¥2');
  const [up, down] = [...container.querySelectorAll<HTMLElement>('[data-at] i')];
  // From −2 to 4 in steps of two: nought is one of three steps up.
  expect([up?.style.bottom, up?.style.height]).toEqual([`${100 / 3}%`, `${100 / 6}%`]);
  expect([down?.style.top, down?.style.height]).toEqual([`${200 / 3}%`, `${100 / 3}%`]);
});
