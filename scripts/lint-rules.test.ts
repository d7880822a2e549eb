import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// A rule that nothing can break is no rule: each one is broken here once, in a small tree laid out like the project.
const broken: Record<string, [rule: string, source: string]> = {
  'contract/any.ts': ['typescript(no-explicit-any)', 'export const value: any = 1;'],
  'contract/default.ts': ['import(no-default-export)', 'export default 1;'],
  'contract/barrel.ts': ['oxc(no-barrel-file)', "export * from './fine.ts';"],
  'contract/io.ts': [
    'eslint(no-restricted-imports)',
    "import { readFile } from 'node:fs';\nexport const read = readFile;",
  ],
  'contract/react.ts': ['eslint(no-restricted-imports)', "import { use } from 'react';\nexport const take = use;"],
  'contract/up.ts': [
    'eslint(no-restricted-imports)',
    "import { app } from '../server/app.ts';\nexport const own = app;",
  ],
  'contract/unused.ts': ['eslint(no-unused-vars)', "import { fine } from './fine.ts';\nexport const own = 1;"],
  'contract/types.ts': [
    'typescript(consistent-type-imports)',
    "import { Fine } from './fine.ts';\nexport const own: Fine = 1;",
  ],
  'contract/cycle-a.ts': ['import(no-cycle)', "import { b } from './cycle-b.ts';\nexport const a = () => b;"],
  'contract/ignore.ts': ['typescript(ban-ts-comment)', '// @ts-expect-error\nexport const own: number = "1";'],
  'illustrations/up.ts': [
    'eslint(no-restricted-imports)',
    "import { fine } from '../contract/fine.ts';\nexport const x = fine;",
  ],
  'server/slices/a/web.ts': [
    'eslint(no-restricted-imports)',
    "import { page } from '../../../web/portal/home.tsx';\nexport const x = page;",
  ],
  'server/slices/a/tables.test.ts': [
    'eslint(no-restricted-imports)',
    "import type { Row } from '../b/tables.ts';\nexport const x: Row = 1;",
  ],
  'web/portal/server.tsx': [
    'eslint(no-restricted-imports)',
    "import { app } from '../../server/app.ts';\nexport const x = app;",
  ],
  'web/features/a/list.tsx': [
    'eslint(no-restricted-imports)',
    "import { b } from '../b/list.tsx';\nexport const x = b;",
  ],
  'web/ui/image.tsx': [
    'eslint(no-restricted-imports)',
    "import { b } from '../features/b/list.tsx';\nexport const x = b;",
  ],
  'web/portal/link.tsx': [
    'eslint(no-restricted-imports)',
    "import { Link } from 'react-router';\nexport const x = Link;",
  ],
  'scripts/unused-suppression.ts': [
    'unused',
    '// oxlint-disable-next-line no-console -- nothing to disable here\nexport const x = 1;',
  ],
};

const allowed: Record<string, string> = {
  'contract/fine.ts': "import { z } from 'zod';\nexport type Fine = number;\nexport const fine = z.number();",
  'contract/cycle-b.ts': "import { a } from './cycle-a.ts';\nexport const b = () => a;",
  'server/app.ts': "import { fine } from '../contract/fine.ts';\nexport const app = fine;",
  'server/slices/a/tables.ts': 'export type Own = number;',
  'server/slices/a/queries.ts':
    "import { find } from '../b/queries.ts';\nimport type { Own } from './tables.ts';\nexport const x: Own = find;",
  'server/slices/b/tables.ts': 'export type Row = number;',
  'server/slices/b/queries.ts': 'export const find = 1;',
  'server/db/schema.ts': "import type { Row } from '../slices/b/tables.ts';\nexport interface Schema { b: Row }",
  'web/portal/home.tsx': "import { b } from '../features/b/list.tsx';\nexport const page = b;\nexport default page;",
  'web/features/b/list.tsx': "import { fine } from '../../../contract/fine.ts';\nexport const b = fine;",
};

interface Diagnostic {
  code?: string;
  message: string;
  filename: string;
}

describe('lint rules', () => {
  let folder: string;
  let found: Diagnostic[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
    const files = Object.entries(broken).map(([name, [, source]]) => [name, source] as const);
    for (const [name, source] of [...files, ...Object.entries(allowed)]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), source);
    }
    copyFileSync(join(import.meta.dirname, '..', '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    found = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(broken))('%s is refused', (name, [rule]) => {
    const rules = found.filter((entry) => entry.filename === name).map((entry) => entry.code ?? 'unused');
    expect(rules).toContain(rule);
  });

  test.each(Object.keys(allowed).filter((name) => !name.includes('cycle')))('%s is accepted', (name) => {
    expect(found.filter((entry) => entry.filename === name)).toEqual([]);
  });
});

function lint(folder: string): Diagnostic[] {
  const program = join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxlint');
  try {
    execFileSync(program, ['-f', 'json', '.'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return [];
  } catch (error) {
    return (JSON.parse((error as { stdout: string }).stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  }
}
