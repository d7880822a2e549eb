import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { joined, toBase64, toHex, utf8 } from '../contract/trace/bytes.ts';
import type { Trace } from '../contract/trace/calls.ts';
import { canonicalText } from '../contract/trace/record.ts';
import { findBrowser } from '../scripts/chromium.ts';
import { signedNote, signerOf } from '../server/slices/trace/sign.ts';
import { append, askInclusion, askRoot, leafHashOf } from '../server/slices/trace/tree.ts';

// `node bench/proof.ts`, after `npm run build`: a line of seven orders and 63 records, spread over a log of a million, checked in a
// browser by the verifier of a bundle. Bars: 20 KB of proof, 100 ms of checking (median of the rounds; the slowest is told too).

const size = 1_000_000;
const stages = ['设计', '打样', '备料', '制造', '喷涂', '供销', '物流'];
const perStage = 9;
const rounds = 9;
const bars = { bytes: 20_000, milliseconds: 100 };

const hash = (text: string) => createHash('sha256').update(text).digest();
const count = stages.length * perStage;
const leaves: Buffer[] = Array.from({ length: size }, (_, index) => hash(String(index)));
const origin = 'trace.omo.example';
let before: string | null = null;
const texts = Array.from({ length: count }, (_, place) => {
  const index = Math.floor(((place + 1) * (size - 1)) / (count + 1));
  const text: string = canonicalText({
    version: 1,
    line: 'PL-2611-7K3QXM',
    place,
    before,
    demand: `D-${Math.floor(place / perStage)}`,
    stage: 'make',
    event: 'report',
    by: 'provider',
    at: 1_795_000_000 + place,
    percent: 50,
    files: [hash(`picture ${place}`).toString('hex')],
    sealed: { maker: hash(`maker ${place}`).toString('hex'), product: hash(`product ${place}`).toString('hex') },
  });
  const leaf = leafHashOf(utf8(text));
  leaves[index] = leaf;
  before = leaf.toString('hex');
  return { index, text };
});
const tiles = append(0, [], leaves);
const signers = [
  signerOf(origin, generateKeyPairSync('ed25519').privateKey),
  signerOf(origin, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey),
];
const root = joined([askRoot(size).answer(tiles)]);
const trace: Trace = {
  code: 'OT-0000-0000-0000',
  line: 'PL-2611-7K3QXM',
  orders: stages.map((stageName, at) => ({
    demand: `D-${at}`,
    stage: 'make',
    stageName,
    category: 'pet',
    shopId: '',
    certified: false,
    pictures: {},
  })),
  bundle: {
    origin,
    keys: signers.map(({ key }) => ({ kind: key.kind, bytes: toBase64(key.bytes) })),
    olderKeys: [],
    checkpoint: await signedNote({ origin, size, root }, signers),
    records: texts.map(({ index, text }, at) => ({
      index,
      text,
      path: (at + 1) % perStage === 0 ? askInclusion(index, size).answer(tiles).map(toHex) : null,
      opened: {},
    })),
    anchors: [],
    witnesses: [],
  },
};
const { records, ...head } = trace.bundle;
const bytes = Buffer.byteLength(JSON.stringify([head, records.map(({ path }) => path)]));

const folder = mkdtempSync(join(tmpdir(), 'omo-proof-'));
const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage();
  const html = readFileSync('build/verifier.html', 'utf8');
  const json = JSON.stringify(trace).replaceAll('<', '\\u003c');
  const file = join(folder, 'proof.html');
  writeFileSync(
    file,
    html.replace(/(id="trace">)\s*null\s*(?=<)/, (_, start: string) => start + json),
  );
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(pathToFileURL(file).href);
    await page.getByText(`${count} 条记录，全部对得上`).waitFor();
    const parts = await page.locator('.steps small').allInnerTexts();
    took.push(parts.reduce((sum, text) => sum + (Number.parseFloat(text) || 0), 0));
  }
  const sorted = took.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(rounds / 2)] as number;
  console.log(`proof of ${count} records in a log of ${size}: ${bytes} bytes, of at most ${bars.bytes}`);
  console.log(
    `checked in the browser in ${median.toFixed(1)} ms (median of ${rounds}, ${sorted.at(-1)?.toFixed(1)} at most), of at most ${bars.milliseconds}`,
  );
  if (bytes > bars.bytes || median > bars.milliseconds) process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
