import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Banner, type BannerItem } from './banner.tsx';

afterEach(cleanup);

const item = (id: string, more: Partial<BannerItem> = {}): BannerItem => ({
  id,
  image: `https://pictures.example/${id}.jpg`,
  name: id,
  note: '',
  path: '',
  link: '',
  ...more,
});
const show = (...items: BannerItem[]) =>
  render(
    <MemoryRouter basename="/omo" initialEntries={['/omo/']}>
      <Banner items={items} />
    </MemoryRouter>,
  );
const sources = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');

test('[S-10] none at all: the drawn one of known size, alone, with nothing to page through', () => {
  show();
  expect(sources()).toHaveLength(1);
  expect(sources()[0]).toContain('wide');
  expect(document.querySelector('img')?.getAttribute('width')).toBe('1200');
  expect(document.querySelector('img')?.getAttribute('fetchpriority')).toBe('high');
  expect(screen.queryByRole('button')).toBeNull();
});

test('[S-10] one without a picture, or whose picture fails, gets the drawn one and keeps its words and link', () => {
  show(item('有图', { path: '/smart/pet' }), item('无图', { image: '', path: '/publish' }));
  // Nothing is ever loaded here: every picture counts as failed.
  expect(sources().map((source) => source.includes('wide'))).toEqual([true, true]);
  expect(screen.getByRole('heading', { name: '有图' })).toBeTruthy();
});

test('[S-10] leads to a page of ours, outside in a new window, or nowhere; never to a script', () => {
  show(
    item('own', { path: '/smart/pet' }),
    item('outside', { link: 'https://shop.example/1' }),
    item('nowhere'),
    item('sly', { path: '//shop.example/2', link: 'javascript:alert(1)' }),
  );
  const links = [...document.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target]);
  expect(links).toEqual([
    ['/omo/smart/pet', ''],
    ['https://shop.example/1', '_blank'],
  ]);
});

test('[P-03] the page that leads to one of them opens on it, and stays', () => {
  vi.useFakeTimers();
  Element.prototype.scrollTo = vi.fn();
  location.hash = '#banner-two';
  show(item('one'), item('two'), item('three'));
  const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');
  expect(current()).toBe('第 2 张');
  expect(screen.getByRole('group', { name: /^第 2 张/ }).inert).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(current()).toBe('第 2 张');
  location.hash = '';
  vi.useRealTimers();
});

test('[H-01] a press counts although the browser calls its ride off', () => {
  vi.useFakeTimers();
  const ride = vi.fn();
  Element.prototype.scrollTo = ride;
  show(item('one'), item('two'));
  fireEvent.click(screen.getByRole('button', { name: '下一张' }));
  expect(screen.getByRole('group', { name: /^第 2 张/ }).hasAttribute('inert')).toBe(false);
  expect(ride).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1200);
  expect(ride).toHaveBeenLastCalledWith(expect.objectContaining({ behavior: 'instant' }));
  vi.useRealTimers();
});
