import { describe, expect, test } from 'vitest';
import { pictureAt, pictureFor, pictureUrl, pictureWidths } from './pictures.ts';

const id = '01999999-1111-7222-8333-444444444444';

describe('[X-03] addresses of pictures', () => {
  test('an address alone gives size and every variant, best format first', () => {
    const url = pictureUrl(id, 1200, 900);
    expect(url).toBe(`/files/${id}-1200x900/1200.jpg`);
    const picture = pictureFor(url);
    expect(picture).toMatchObject({ id, src: url, width: 1200, height: 900 });
    expect(picture?.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    expect(picture?.srcset).toBe(
      [320, 640, 960, 1200].map((width) => `/files/${id}-1200x900/${width}.jpg ${width}w`).join(', '),
    );
  });

  test('no variant is wider than the picture, and none wider than 1920', () => {
    expect(pictureWidths(200)).toEqual([200]);
    expect(pictureWidths(640)).toEqual([320, 640]);
    expect(pictureWidths(1600)).toEqual([320, 640, 960, 1280, 1600]);
    expect(pictureWidths(2560)).toEqual([320, 640, 960, 1280, 1600, 1920]);
    expect(pictureUrl(id, 2560, 1000)).toBe(`/files/${id}-2560x1000/1920.jpg`);
  });

  test('one address for one place: the next wider variant, else the widest', () => {
    const url = pictureUrl(id, 1200, 900);
    expect(pictureAt(url, 500)).toBe(`/files/${id}-1200x900/640.jpg`);
    expect(pictureAt(url, 4000, 'webp')).toBe(`/files/${id}-1200x900/1200.webp`);
    expect(pictureAt('https://elsewhere.example/a.jpg', 500)).toBe('https://elsewhere.example/a.jpg');
  });

  test.each([
    '',
    '/files/a.jpg',
    `/files/${id}/图纸.pdf`,
    `/files/${id}-0x900/320.jpg`,
    `/files/${id}-1200x900/640.svg`,
    `https://elsewhere.example/files/${id}-1200x900/640.jpg`,
    `/files/${id}-1200x900/640.jpg?x=1`,
  ])('none of ours: %s', (url) => {
    expect(pictureFor(url)).toBeUndefined();
  });
});
