import { anchorKinds } from './anchor.ts';
import type { TraceBundle } from './bundle.ts';
import type { KeyKind } from './note.ts';
import { deedOf, type Told } from './story.ts';
import type { Check, Finding, Verdict } from './verify.ts';

// What a verification found, in the words that people read: on the page, in the offline verifier and on the command line alike.

export interface Step {
  key: Check | 'fetch' | 'seen' | 'pictures';
  name: string;
  /** what was found to be so; or what is wrong, place by place */
  text: string;
  state: 'good' | 'bad' | 'skipped';
  /** of a bad one: each place */
  faults: string[];
  /** what a reader needs to look further: name and value */
  facts?: readonly (readonly [string, string])[];
  /** milliseconds; undefined where it was not measured */
  took?: number | undefined;
}

const faultWords: Readonly<Record<Finding['fault'], string>> = {
  unreadable: '内容读不出来，或不是规定的写法',
  'not in the tree': '指纹和公开日志里的对不上，内容被改过',
  'out of order': '次序不对：这里少了记录，或前后换过',
  'not what it follows': '写着的上一条指纹，和上一条对不上',
  'another line': '不是这条产品线的记录',
  'another value': '展示的名称或说明，和记录里封存的不是同一个',
  'not signed': '没有平台的签名',
  forged: '签名是假的：和日志的内容对不上',
  'another log': '不是同一份日志',
  'another head': '存下的不是这份日志的样子，或不包括这些记录',
  'not of one log': '存下的日志和现在的不是同一份：日志分叉了',
};

/** Which record a finding is about: 第 3 条（制造 · 汇报进度）. */
export function placeOf(at: number, { bundle, orders }: Pick<Told, 'bundle' | 'orders'>): string {
  let said = '';
  try {
    const record = JSON.parse(bundle.records[at]?.text ?? '') as { demand?: string; event?: string };
    const stage = orders.find(({ demand }) => demand === record.demand)?.stageName;
    said = [stage, deedOf(record.event)].filter(Boolean).join(' · ');
  } catch {
    // What cannot be read has no name.
  }
  return `第 ${at + 1} 条${said && `（${said}）`}`;
}

export const faultText = ({ at, fault }: Finding, told: Pick<Told, 'bundle' | 'orders'>): string =>
  `${at === null ? '' : `${placeOf(at, told)}：`}${faultWords[fault]}`;

const keyNames: Readonly<Record<KeyKind, string>> = { ed25519: 'Ed25519', p256: 'P-256' };
const keyList = (kinds: readonly KeyKind[]) => kinds.map((kind) => keyNames[kind]).join('、');

/** The checks of a bundle, as steps, in their order. */
export function stepsOf(verdict: Verdict, told: Pick<Told, 'bundle' | 'orders'>): Step[] {
  const { findings, head, signed, unsupported, witnessed, took } = verdict;
  const { anchors } = told.bundle;
  const count = told.bundle.records.length;
  const sealed = told.bundle.records.reduce((sum, { opened }) => sum + Object.keys(opened).length, 0);
  const step = (key: Check, name: string, text: string): Step => {
    const faults = findings.filter(({ check }) => check === key).map((finding) => faultText(finding, told));
    return { key, name, text, state: faults.length > 0 ? 'bad' : 'good', faults, took: took[key] };
  };
  const spared = unsupported.length > 0 ? `；这个浏览器不会核对 ${keyList(unsupported)}` : '';
  return [
    step('record', '重算指纹', `${count} 条记录的 SHA-256 指纹，在这台设备上逐条重新算出`),
    step('line', '前后相扣', '每一条都写着上一条的指纹，没有缺，次序没有动过'),
    sealed > 0
      ? step('sealed', '打开封存', `${sealed} 处公开的名称和说明，与记录里封存的一致`)
      : { key: 'sealed', name: '打开封存', text: '各家没有公开名称和说明，没有可打开的', state: 'skipped', faults: [] },
    step('path', '比对公开日志', `全部列入公开日志，日志现有 ${(head?.size ?? 0).toLocaleString('zh-CN')} 条`),
    step('signature', '核对签名', `日志的样子有平台的签名（${keyList(signed)}）${spared}`),
    anchors.length > 0
      ? { ...step('anchor', '比对存证', keptWhere(anchors, witnessed)), facts: anchorFacts(anchors, witnessed) }
      : {
          key: 'anchor',
          name: '比对存证',
          text: '最新的记录还没有存证，没有可比对的',
          state: 'skipped',
          faults: [],
        },
  ];
}

const moment = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long', timeStyle: 'short' });
export const momentOf = (seconds: number): string => moment.format(seconds * 1000);

type Anchors = TraceBundle['anchors'];
const onChain = (anchors: Anchors) => anchors.filter(({ chain }) => chain !== null);

/** What was compared, and no more: that a transaction is on its chain is not seen from here. */
function keptWhere(anchors: Anchors, witnessed: readonly string[]): string {
  const same = '存下的日志和上面核对的是同一份，这些记录都在里面';
  return onChain(anchors).length > 0 || witnessed.length > 0 ? same : `${same}。只存在平台自己手里，没有别人作证`;
}

function anchorFacts(anchors: Anchors, witnessed: readonly string[]): [string, string][] {
  return [
    ...anchors.flatMap(({ kind, at, chain }): [string, string][] =>
      chain
        ? [
            [anchorKinds[kind], `链 ${chain.chainId}，区块 ${chain.block}，平台记的时间是 ${momentOf(at)}`],
            ['交易', chain.transaction],
            ['合约', chain.contract],
          ]
        : [[anchorKinds[kind], `${momentOf(at)}，由平台保管，只增不改`]],
    ),
    ...(witnessed.length > 0 ? [['见证人也签了名', witnessed.join('、')] as [string, string]] : []),
  ];
}

/** What an older head of the log, kept by its reader, says of the newer one. */
export type Compared = 'first' | 'same' | 'grown' | 'shrunk' | 'forked' | 'unknown' | 'other log' | 'line cut';

const comparedWords: Readonly<Record<Compared, string>> = {
  first: '第一次在这台设备上查看，已记下日志现在的样子，下次自动比对',
  same: '和上次看到的一模一样',
  grown: '上次看到的日志，是现在这份的开头，一条没少',
  unknown: '没能取到比对所需的证明，这一步没有做',
  shrunk: '日志比上次看到的短：有记录被抽走了',
  forked: '日志和上次看到的不是同一份：以前的内容被换过',
  'other log': '日志换了名字，和上次看到的不是同一份',
  'line cut': '这件产品的记录比上次看到的少，或以前的记录被换过',
};

export const seenStep = (compared: Compared, seenAt?: string): Step => {
  const bad = ['shrunk', 'forked', 'other log', 'line cut'].includes(compared);
  const when = seenAt ? `（上次：${seenAt}）` : '';
  const text = comparedWords[compared] + when;
  const state = bad ? 'bad' : compared === 'unknown' ? 'skipped' : 'good';
  return { key: 'seen', name: '和上次比对', text, state, faults: bad ? [text] : [] };
};

/** What a verification that found nothing wrong proves, and what none can. */
export function provenBy({ anchors }: TraceBundle): string[] {
  const times = onChain(anchors).map(({ at }) => at);
  return [
    '这些记录写下之后一个字没有改过',
    '中间没有少，也没有换过次序',
    '平台用自己的钥匙为它们签了名，不能不认',
    ...(times.length > 0
      ? [`只要链上确有上面那笔交易，记录最迟在出块时（平台说是 ${momentOf(Math.min(...times))}）就已写下`]
      : []),
  ];
}

/** The same words for everybody; of the time, what the bundle has to show for it. Without a bundle nothing was looked at yet. */
export function notProvenBy(bundle?: Pick<TraceBundle, 'anchors'>): string[] {
  return [
    '手上这件就是当时那件。码可能被揭下来贴到别处',
    '填报的内容本身属实。只能证明写下之后没有被改过',
    '没有填报的环节里发生过什么',
    ...(bundle ? [timeWords(bundle.anchors)] : []),
  ];
}

function timeWords(anchors: Anchors): string {
  if (onChain(anchors).length > 0)
    return '区块链上真有那笔交易。浏览器没有到链上去查，可以拿交易号在该链的区块浏览器里查，或用命令行连您信得过的节点核对';
  return anchors.length > 0
    ? '写下的时间。存证文件由平台自己保管，时间以平台说的为准'
    : '写下的时间。最新的记录还没有存证，时间以平台说的为准';
}
