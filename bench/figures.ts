import type { Load } from './load.ts';

/** What one side did in the rounds. */
export interface Side {
  name: string;
  rounds: Load[];
}

/** One line of the bench. */
export interface Figure {
  name: string;
  /** median over the rounds; what it compares with what stands in `of` */
  value: number;
  unit: 'ratio' | 'KiB' | 'points' | 's' | 'shift';
  of: string;
  bar: number;
  atLeast: boolean;
  ok: boolean;
  /** milliseconds, worst round of ours */
  p99?: number;
  /** milliseconds, worst round of the other side */
  p99Other?: number;
  /** requests per second, median */
  perSecond?: number;
  perSecondOther?: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

function figure(
  name: string,
  values: number[],
  of: string,
  bar: number,
  atLeast: boolean,
  ours: Side,
  other: Side,
): Figure {
  const value = median(values);
  return {
    name,
    value,
    unit: 'ratio',
    of,
    bar,
    atLeast,
    ok: atLeast ? value >= bar : value <= bar,
    p99: Math.max(...ours.rounds.map((round) => round.p99)),
    p99Other: Math.max(...other.rounds.map((round) => round.p99)),
    perSecond: median(ours.rounds.map((round) => round.perSecond)),
    perSecondOther: median(other.rounds.map((round) => round.perSecond)),
  };
}

/** Our throughput as a share of the floor's, compared within each round: what disturbs a round disturbs both sides. */
export function shareOfFloor(name: string, ours: Side, floor: Side, atLeast: number): Figure {
  const ratios = ours.rounds.map((round, index) => round.perSecond / (floor.rounds[index] as Load).perSecond);
  return figure(name, ratios, `requests per second: ${ours.name} / ${floor.name}`, atLeast, true, ours, floor);
}

/** How many times as long one takes as the other, for what should not grow. */
export function timesAsLong(name: string, slow: Side, quick: Side, atMost: number): Figure {
  const ratios = slow.rounds.map((round, index) => (quick.rounds[index] as Load).perSecond / round.perSecond);
  return figure(name, ratios, `time: ${slow.name} / ${quick.name}`, atMost, false, slow, quick);
}

/** How many times as long the slowest hundredth of one waits as that of the other. */
export function timesTheWait(name: string, slow: Side, quick: Side, atMost: number): Figure {
  const ratios = slow.rounds.map((round, index) => round.p99 / (quick.rounds[index] as Load).p99);
  return figure(name, ratios, `p99: ${slow.name} / ${quick.name}`, atMost, false, slow, quick);
}

/** A figure that stands for itself. */
export function plain(
  name: string,
  value: number,
  unit: Figure['unit'],
  bar: number,
  atLeast: boolean,
  of: string,
): Figure {
  return { name, value, unit, of, bar, atLeast, ok: atLeast ? value >= bar : value <= bar };
}

const decimals: Record<Figure['unit'], number> = { ratio: 2, KiB: 1, points: 0, s: 2, shift: 3 };

function written({ value, unit }: Figure): string {
  return [value.toFixed(decimals[unit]), unit === 'ratio' || unit === 'shift' ? '' : unit].join(' ').trim();
}

export function print(figures: readonly Figure[], asJson: boolean): void {
  for (const line of figures) console.log(asJson ? JSON.stringify(line) : readable(line));
}

function readable(line: Figure): string {
  const mark = line.ok ? '✓' : '✗';
  const value = written(line);
  const bar = `${line.atLeast ? '≥' : '≤'} ${line.bar}`;
  const rates =
    line.perSecond === undefined || line.perSecondOther === undefined
      ? ''
      : `  ${line.perSecond.toFixed(0)}/s, p99 ${line.p99?.toFixed(1)} ms; beside ${line.perSecondOther.toFixed(0)}/s, p99 ${line.p99Other?.toFixed(1)} ms`;
  return `${mark} ${line.name}: ${value} (${bar})${rates}\n    ${line.of}`;
}
