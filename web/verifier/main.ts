import { sha256, toHex } from '../../contract/trace/bytes.ts';
import type { Trace } from '../../contract/trace/calls.ts';
import { momentOf, notProvenBy, provenBy, type Step, stepsOf } from '../../contract/trace/steps.ts';
import { type Story, storyOf, type StoryStage } from '../../contract/trace/story.ts';
import { type Verdict, verify } from '../../contract/trace/verify.ts';

// The verifier of a bundle: the records stand in its own page, and the same code checks them as on the portal's. It asks nobody.

type Child = Node | string;

/** An element with attributes and what is in it; texts are only ever texts. */
function el(name: string, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const marks = { good: '通过', bad: '没有通过', skipped: '没有做' } as const;

const stepLine = ({ name, text, state, faults, facts = [], took }: Step): HTMLElement =>
  el(
    'li',
    { class: state },
    el('span', { class: 'mark' }, marks[state]),
    el(
      'div',
      {},
      el('b', {}, name),
      ...(state === 'bad' ? faults.map((fault) => el('p', { class: 'fault' }, fault)) : [el('p', {}, text)]),
      ...(facts.length > 0 ? [factList(facts)] : []),
    ),
    el('small', {}, took === undefined ? '' : `${took.toFixed(1)} 毫秒`),
  );

function stageBlock(stage: StoryStage, verdict: Verdict, bad: ReadonlySet<number>): HTMLElement {
  return el(
    'section',
    { class: 'stage' },
    el('h3', {}, stage.name, el('time', {}, momentOf(stage.time))),
    el('p', {}, stage.maker || '承接方没有公开名字'),
    ...(stage.words ? [el('p', {}, stage.words)] : []),
    // Beside this file, when the bundle was taken with its pictures.
    ...(stage.pictures.length > 0
      ? [
          el(
            'div',
            { class: 'shots' },
            ...stage.pictures.map(({ fingerprint, url }) => {
              const picture = el('img', { src: url, alt: `${stage.name}照片 ${fingerprint.slice(0, 8)}` });
              picture.addEventListener('error', () => picture.remove());
              return picture;
            }),
          ),
        ]
      : []),
    el(
      'details',
      { class: 'records' },
      el('summary', {}, `${stage.records.length} 条记录`),
      el(
        'ol',
        {},
        ...stage.records.map(({ at, deed, by, percent, time, number }) =>
          el(
            'li',
            bad.has(at) ? { class: 'bad' } : {},
            `第 ${at + 1} 条 ${deed}${percent === undefined ? '' : ` ${percent}%`}（${by}，${momentOf(time)}，公开日志第 ${number} 条） `,
            el('code', {}, verdict.leaves[at] ?? ''),
          ),
        ),
      ),
    ),
  );
}

const factList = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  el(
    'dl',
    { class: 'facts' },
    ...rows.flatMap(([name, value]) => [
      el('dt', {}, name),
      // Keys and fingerprints are compared letter by letter.
      el('dd', {}, /^[\w+/=.-]+$/.test(value) ? el('code', {}, value) : value),
    ]),
  );

const list = (title: string, lines: readonly string[], tone: 'limits' | 'proven' = 'limits'): HTMLElement =>
  el('section', { class: tone }, el('h3', {}, title), el('ul', {}, ...lines.map((line) => el('li', {}, line))));

function facts(trace: Trace, verdict: Verdict): HTMLElement {
  const rows: [string, string][] = [
    ['溯源码', trace.code],
    ['产品线', trace.line],
    ['公开日志', trace.bundle.origin],
    ['日志条数', String(verdict.head?.size ?? '')],
    ['日志的根', verdict.head?.root ?? ''],
    ...trace.bundle.keys.map(({ kind, bytes }): [string, string] => [`公钥 ${kind}`, bytes]),
  ];
  return factList(rows);
}

/** Holds files that the reader picks against the fingerprints in the records. */
function photoCheck(trace: Trace, story: Story): HTMLElement {
  const known = new Map(
    trace.bundle.records.flatMap(({ text }, at) => {
      const { files = [] } = (JSON.parse(text) as { files?: string[] }) ?? {};
      return files.map((file) => [file, at] as const);
    }),
  );
  const said = el('ul', { role: 'status' });
  const input = el('input', { type: 'file', multiple: '', id: 'photos' }) as HTMLInputElement;
  input.addEventListener('change', () => {
    void (async () => {
      said.replaceChildren();
      for (const file of input.files ?? []) {
        const hash = toHex(await sha256(new Uint8Array(await file.arrayBuffer())));
        const at = known.get(hash);
        const stage = story.stages.find(({ records }) => records.some((one) => one.at === at))?.name ?? '';
        const text = at === undefined ? '不在记录里' : `是第 ${at + 1} 条记录（${stage}）里的那一张，一个字节没有变`;
        said.append(el('li', {}, `${file.name}：${text}`));
      }
    })();
  });
  return el(
    'section',
    { class: 'photos' },
    el('h2', {}, '核对照片'),
    el('p', {}, '选中 pictures 文件夹里的照片（可以多选），看它们是不是记录里的那几张。'),
    el('label', { for: 'photos' }, '选择照片'),
    ' ',
    input,
    said,
  );
}

async function show(trace: Trace, main: HTMLElement): Promise<void> {
  if (globalThis.crypto?.subtle === undefined) {
    main.append(
      el('p', {}, '这个浏览器不给本地文件用核对所需的功能（WebCrypto），请换用新版 Edge、Chrome 或 Firefox 打开。'),
    );
    return;
  }
  const verdict = await verify(trace.bundle);
  const steps = stepsOf(verdict, trace);
  const story = storyOf(trace);
  const failed = steps.some(({ state }) => state === 'bad');
  const bad = new Set(verdict.findings.flatMap(({ at }) => at ?? []));
  const title = failed ? '有地方对不上' : `${story.count} 条记录，全部对得上`;
  main.append(
    el(
      'section',
      { class: failed ? 'verdict bad' : 'verdict', role: 'status' },
      el('h2', {}, title),
      el('p', {}, `${story.product || '一件家具'}，${story.stages.length} 个环节`),
    ),
    el('ol', { class: 'steps' }, ...steps.map(stepLine)),
    ...(failed ? [] : [list('核对通过，证明了这些', provenBy(trace.bundle), 'proven')]),
    list('核对也不能证明这些', [
      ...notProvenBy(trace.bundle),
      '公钥就在这个文件里。要确认它是平台的，请和平台网站 /trace/keys 上公布的比对',
    ]),
    el('h2', {}, '记录'),
    ...story.stages.map((stage) => stageBlock(stage, verdict, bad)),
    photoCheck(trace, story),
    el('h2', {}, '这份证明'),
    facts(trace, verdict),
  );
}

const main = document.getElementById('main') as HTMLElement;
const text = document.getElementById('trace')?.textContent ?? 'null';
const trace = JSON.parse(text) as Trace | null;
if (trace) void show(trace, main);
else main.append(el('p', {}, '这个文件里没有记录。请在产品的溯源页下载核对包，打开里面的“核对.html”。'));
