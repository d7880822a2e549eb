import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type AdFacts, LiveBlock } from './live-block.tsx';

afterEach(cleanup);

const ad = (id: string, url: string): AdFacts => ({
  id,
  url,
  pic: '',
  name: id,
  evaluateSum: 0,
  collectSum: 0,
  money: '1280.00',
  marketSum: 3,
});

test('[H-02] an ad leads to a page of ours below the base path, or outside in a new window', () => {
  const ads = [ad('own', '/smart/maternal'), ad('outside', 'https://shop.example/1'), ad('sly', '//shop.example/2')];
  render(
    <MemoryRouter basename="/omo" initialEntries={['/omo/']}>
      <LiveBlock live={null} ads={ads} />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.getAttribute('target')]);
  expect(links).toEqual([
    ['/omo/smart/maternal', null],
    ['https://shop.example/1', '_blank'],
    ['//shop.example/2', '_blank'],
  ]);
});

const live = {
  title: '一张板出六片',
  host: '三榫制造',
  img: '',
  breviaryLiveUrl: '',
  liveUrl: '',
  startTime: Date.parse('2026-11-22T14:00+08:00') / 1000,
};
const show = (facts: typeof live) =>
  render(
    <MemoryRouter>
      <LiveBlock live={facts} ads={[]} />
    </MemoryRouter>,
  );

test('[H-02] off air it says when the next broadcast begins, and has nothing to play', () => {
  show(live);
  expect(screen.getByText('预告')).toBeTruthy();
  expect(screen.getByText(/14:00 开播/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.querySelector('video')).toBeNull();
});

test('[H-02] off air without an announcement it says that too', () => {
  show({ ...live, startTime: 0 });
  expect(screen.getByText('未开播')).toBeTruthy();
  expect(screen.getByText(/下一场时间待定/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[H-02] on air it can be played', () => {
  show({ ...live, liveUrl: '/live/sample/index.m3u8', startTime: 0 });
  expect(screen.getByText('直播中')).toBeTruthy();
  expect(screen.getByRole('button', { name: '播放直播：一张板出六片' })).toBeTruthy();
});
