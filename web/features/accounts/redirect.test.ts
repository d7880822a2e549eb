import { expect, it } from 'vitest';
import { redirectTarget } from './redirect.ts';

it.each([
  ['/personal/order/initiate?page=2#top', '/personal/order/initiate?page=2#top'],
  ['/smart/pet/proofing/details/7', '/smart/pet/proofing/details/7'],
  ['/omo/personal', '/personal'],
  ['/omo', '/'],
  ['/omotion', '/omotion'],
  ['/login?model=modify&redirect=//evil.example', '/login?model=modify'],
  ['/search?q=https://a.example', '/search?q=https://a.example'],
])('leads to %s', (redirect, path) => {
  expect(redirectTarget(redirect, '/omo/')).toBe(path);
});

it.each([
  [null],
  [''],
  ['personal'],
  ['https://evil.example/'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/.//evil.example'],
  ['/omo//evil.example'],
  ['/a/..//evil.example'],
  ['javascript:alert(1)'],
  [' //evil.example'],
  ['/login?redirect=/login'],
  ['http://'],
])('does not leave the portal for %j', (redirect) => {
  expect(redirectTarget(redirect, '/omo')).toBe('/');
});
