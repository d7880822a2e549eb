import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import routes from '../web/routes.ts';
import { mayBePublic, publicRoots } from './public-pages.ts';

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children = [] }) => {
    if (path !== undefined) return [path];
    return index ? [''] : pathsOf(children);
  });

it('knows the first part of every page that visitors can open, and no other', () => {
  const roots = new Set(pathsOf(routes).map((path) => path.split('/')[0]));
  // Everything else is the page that says that there is none, and the console is no page for visitors.
  expect([...publicRoots, '*', 'console'].toSorted()).toEqual([...roots].toSorted());
});

it.each([
  ['/', true],
  ['/?from=a', true],
  ['/presale', true],
  ['/smart/pet#top', true],
  ['/smart', false],
  ['/smart/garden', false],
  ['/console', false],
  ['/presales', false],
])('%s may be a page for visitors: %s', (path, may) => expect(mayBePublic(path)).toBe(may));
