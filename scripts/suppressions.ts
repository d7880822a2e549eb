import { globSync, readFileSync } from 'node:fs';

/**
 * The lines of a source that switch a rule off without saying why. A reason stands behind `--`, after an
 * `oxlint-disable…` comment; the compiler's own comments are the linter's to check (ban-ts-comment).
 */
export function unreasoned(source: string): number[] {
  return source.split('\n').flatMap((line, index) => {
    const found = /(?:\/\/|\/\*)\s*(?:oxlint|eslint|oxfmt|prettier)-(?:disable|ignore)\S*(.*)$/.exec(line);
    if (!found) return [];
    const reason =
      /--\s*(\S.*)/
        .exec(found[1] ?? '')?.[1]
        ?.replace('*/', '')
        .trim() ?? '';
    return reason.length >= 10 ? [] : [index + 1];
  });
}

if (import.meta.main) {
  const files = globSync('{contract,server,web,illustrations,e2e,bench,scripts}/**/*.{ts,tsx,mjs}');
  const found = files.flatMap((file) => unreasoned(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`));
  for (const place of found) console.log(`${place} switches a rule off without a reason (write it behind --)`);
  process.exit(found.length > 0 ? 1 : 0);
}
