import { type Figure, plain } from './figures.ts';
import { firstLoad } from './first-load.ts';
import { lighthouseOf } from './lighthouse.ts';
import { type Server, startServer } from './processes.ts';

/** A portal with the demo data, whose pages look as those of a portal that is lived in. */
export async function startDemo(dataDir: string): Promise<Server> {
  return startServer({
    script: 'server/main.ts',
    env: {
      NODE_ENV: 'production',
      OMO_SEED: 'demo',
      OMO_ALLOW: 'demo,generated-secret,sandbox-gateway',
      OMO_DATA_DIR: dataDir,
      // It would encode films beside what is measured.
      OMO_FFMPEG: 'off',
    },
    readyPath: '/readyz',
  });
}

interface PublicPage {
  name: string;
  url: string;
}

/** One of each kind that people come in by. */
export async function publicPages(url: string): Promise<PublicPage[]> {
  const stage = `${url}/omo/smart/maternal/design`;
  const linked = async (from: string, pattern: RegExp) => {
    const path = pattern.exec(await (await fetch(from)).text())?.[0];
    if (!path) throw new Error(`${from} links to nothing like ${pattern}`);
    return url + path;
  };
  return [
    { name: 'home', url: `${url}/omo/` },
    { name: 'stage page', url: stage },
    { name: 'case', url: await linked(stage, /\/omo\/smart\/maternal\/design\/details\/[\da-f-]+/) },
    { name: 'topic', url: await linked(`${url}/omo/`, /\/omo\/topic\/[\da-f]{8}-[\da-f-]+/) },
  ];
}

/** What a first visit loads before a page can be read and used. */
export async function weights(pages: readonly PublicPage[], say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, url } of pages) {
    const { bytes, scripts, styleBytes } = await firstLoad(url);
    for (const script of scripts) say(`  ${script.path} ${(script.bytes / 1024).toFixed(1)} KiB`);
    figures.push(
      plain(`first-load script, ${name}`, bytes / 1024, 'KiB', 130, false, `gzip, ${scripts.length} files`),
      plain(`style, ${name}`, styleBytes / 1024, 'KiB', 25, false, 'gzip'),
    );
  }
  return figures;
}

/** Lighthouse on a middling phone. What it says of speed depends on what else the machine does: see the index. */
export async function scores(
  pages: readonly PublicPage[],
  runs: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, url } of pages) {
    const found = await lighthouseOf(url, runs, say);
    for (const fault of found.faults) say(`  ${name}: ${fault}`);
    const of = `Lighthouse, mobile, simulated, median of ${runs}; benchmark index ${found.benchmarkIndex.toFixed(0)}`;
    figures.push(
      plain(`performance, ${name}`, found.performance, 'points', 95, true, of),
      plain(`accessibility, ${name}`, found.accessibility, 'points', 100, true, of),
      plain(`best practices, ${name}`, found.practices, 'points', 100, true, of),
      plain(`SEO, ${name}`, found.seo, 'points', 100, true, of),
      plain(`largest contentful paint, ${name}`, found.lcp / 1000, 's', 2, false, of),
      plain(`layout shift, ${name}`, found.cls, 'shift', 0.02, false, of),
    );
  }
  return figures;
}
