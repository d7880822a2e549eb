import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { freePort } from '../e2e/portal.ts';
import { findBrowser } from '../scripts/chromium.ts';
import { median } from './figures.ts';

/** What Lighthouse says of a page on a middling phone, simulated: medians over the runs. */
export interface PageScores {
  /** of 100 */
  performance: number;
  accessibility: number;
  practices: number;
  seo: number;
  /** milliseconds */
  lcp: number;
  tbt: number;
  cls: number;
  /** what the machine could do meanwhile; below about 1000 it was busy, and what is simulated from it looks slow */
  benchmarkIndex: number;
  /** audits that cost points, with what they found */
  faults: string[];
}

/** Measures pages one after the other, each in a browser of its own, as a first visitor. */
export async function lighthouseOf(url: string, runs: number, say: (line: string) => void): Promise<PageScores> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await once(url);
    results.push(result);
    say(
      `  ${new URL(url).pathname}, run ${run + 1}: ${score(result, 'performance')}, LCP ${value(result, 'largest-contentful-paint').toFixed(0)} ms, benchmark index ${result.environment.benchmarkIndex.toFixed(0)}`,
    );
  }
  const middle = (read: (result: Result) => number) => median(results.map(read));
  return {
    performance: middle((result) => score(result, 'performance')),
    accessibility: middle((result) => score(result, 'accessibility')),
    practices: middle((result) => score(result, 'best-practices')),
    seo: middle((result) => score(result, 'seo')),
    lcp: middle((result) => value(result, 'largest-contentful-paint')),
    tbt: middle((result) => value(result, 'total-blocking-time')),
    cls: middle((result) => value(result, 'cumulative-layout-shift')),
    benchmarkIndex: middle((result) => result.environment.benchmarkIndex),
    faults: [...new Set(results.flatMap(faultsOf))],
  };
}

async function once(url: string): Promise<Result> {
  const { executablePath, args, env } = await findBrowser();
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`], env });
  try {
    // The defaults are Lighthouse's own: a middling phone on slow 4G, simulated.
    const found = await lighthouse(url, { port, logLevel: 'silent', output: 'json', locale: 'en-US' });
    if (!found) throw new Error(`Lighthouse gave no result for ${url}`);
    const { runtimeError } = found.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    return found.lhr;
  } finally {
    await browser.close();
  }
}

const score = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
const value = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;

/** Audits that count and are not passed, with the first places they name. */
function faultsOf(result: Result): string[] {
  const weighed = Object.values(result.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return weighed.flatMap(({ id }) => {
    const audit = result.audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    const items = audit.details && 'items' in audit.details ? audit.details.items : [];
    const places = (Array.isArray(items) ? items : []).slice(0, 4).map((item) => {
      const { node, source, description } = item as Record<string, unknown>;
      const snippet = (node as { snippet?: string } | undefined)?.snippet;
      return String(snippet ?? description ?? source ?? '').slice(0, 200);
    });
    return [[id, audit.displayValue, ...places].filter(Boolean).join(' | ')];
  });
}
