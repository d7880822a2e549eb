import { orderStatusNames, orderStatuses } from '../statuses.ts';
import type { OrderStatus } from '../statuses.ts';
import { conditionTable } from './conditions.ts';
import type { ConditionName, When } from './conditions.ts';
import { actors } from './facts.ts';
import { guardTable } from './guards.ts';
import { actions, ends, entries } from './row.ts';
import type { Audience, LedgerMove, Row } from './row.ts';
import { orderTable } from './table.ts';
import { timerTable } from './timers.ts';

const ledgerNames: Readonly<Record<LedgerMove, string>> = {
  hold: '该期款项进入托管',
  releaseWork: '首付和二期款放给承接方',
  releaseRetention: '质保金放给承接方',
  divide: '托管款按方案分账',
};
const audienceNames: Readonly<Record<Audience, string>> = {
  owner: '发布方',
  provider: '承接方',
  bidders: '投标方',
  nextProvider: '下一环节承接方',
  operators: '平台运营',
};

const inWords = (when: When = {}) =>
  (Object.entries(when) as [ConditionName, boolean][]).map(
    ([name, value]) => conditionTable[name][value ? 'yes' : 'no'],
  );
const who = (row: Row) => row.by.map((actor) => actors[actor]).join('、');
const status = (value: OrderStatus) => `${value} ${orderStatusNames[value]}`;

/** Status changes only: what leaves the status as it is stands in the table. */
function mermaid(table: readonly Row[]): string {
  const labels = new Map<string, string[]>();
  const arrow = (from: string, to: string, label: string) => {
    const key = `${from} --> ${to}`;
    const known = labels.get(key) ?? [];
    if (!known.includes(label)) labels.set(key, [...known, label]);
  };
  for (const { action, to } of entries) arrow('[*]', `s${to}`, action);
  for (const row of table) {
    if (row.to === 'same') continue;
    for (const from of row.from)
      if (from !== row.to) arrow(`s${from}`, `s${row.to}`, `${actions[row.action]}（${who(row)}）`);
  }
  for (const end of ends) labels.set(`s${end} --> [*]`, []);
  const arrows = [...labels].map(([key, words]) => `  ${key}${words.length > 0 ? `: ${words.join('<br/>')}` : ''}`);
  const states = orderStatuses.map((value) => `  state "${status(value)}" as s${value}`);
  return ['```mermaid', 'stateDiagram-v2', ...states, ...arrows, '```'].join('\n');
}

function line(row: Row): string {
  const demands = [
    ...(row.inDispute ? ['争议期间'] : []),
    ...(row.despiteDispute ? ['争议期间也照常'] : []),
    ...inWords(row.when),
    ...(row.timer ? [timerTable[row.timer].says] : []),
    ...(row.guards ?? []).map((name) => guardTable[name].demands),
  ];
  const effects = [
    ...(row.ledger ? [ledgerNames[row.ledger]] : []),
    ...(row.tell?.length ? [`通知${row.tell.map((party) => audienceNames[party]).join('、')}`] : []),
    ...(row.trace ? ['写入溯源'] : []),
  ];
  const to = row.to === 'same' ? '不变' : status(row.to);
  const cells = [
    actions[row.action],
    `\`${row.action}\``,
    row.from.join('、'),
    who(row),
    demands.join('；'),
    to,
    effects.join('；'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The page docs/order-process.md, whole. */
export function processPage(table: readonly Row[] = orderTable): string {
  return [
    '# 订单流程',
    '',
    '<!-- Generated from contract/process by `npm run docs`. Do not edit. -->',
    '',
    '一份需求和它的订单共用一个状态号。下面的图和表由流程表生成；服务器、按钮、定时器读的是同一张表。',
    '争议是叠加在订单上的，不是状态：争议期间，除标明“争议期间”的操作外，其余操作和计时全部冻结。',
    '',
    mermaid(table),
    '',
    '| 操作 | 名称 | 从 | 由谁 | 条件 | 到 | 结果 |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...table.map(line),
    '',
  ].join('\n');
}
