import { expect, test } from 'vitest';
import { scriptsOf, staticImports, stylesOf } from './first-load.ts';

test('the scripts of a page: tags, preloads and what the inline start imports', () => {
  const html = `<link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/omo/assets/b.js"/>
    <script type="module" src="/omo/assets/c.js"></script>
    <script type="module" async="">import "/omo/assets/d.js";import * as route0 from "/omo/assets/b.js";
    import("/omo/assets/later.js");</script>`;
  expect(scriptsOf(html).sort()).toEqual(['/omo/assets/b.js', '/omo/assets/c.js', '/omo/assets/d.js']);
});

test('static imports of a bundled module, not its lazy ones', () => {
  const source =
    'import{a as b}from"./a-1.js";import"./side.js";const x=()=>import("./lazy.js");export{y}from"./y.js";';
  expect(staticImports(source)).toEqual(['./a-1.js', './side.js', './y.js']);
});

test('styles that a page carries, and those it waits for', () => {
  const html = `<style>a{}</style><link rel="stylesheet" href="/a.css" media="not all" disabled=""/>
    <link rel="stylesheet" href="/b.css"/><link rel="icon" href="/c.svg"/>`;
  expect(stylesOf(html)).toEqual({ inline: ['a{}'], files: ['/b.css'] });
});
