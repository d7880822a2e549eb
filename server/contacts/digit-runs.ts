/** Digits that stand together. */
interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** what stands between it and the group before; undefined where that is too much to be one number */
  readonly joiner: string | undefined;
}

/** What people put between the digits of one number: blanks, and up to three marks; an x and words for a dash among them. */
const joins = /^(?:\s{1,8}|(?:[^\p{L}\p{N}]|[x杠横]){1,3})$/u;

function groupsOf(text: string): Group[] {
  let end = 0;
  return [...text.matchAll(/\d+/g)].map(({ 0: digits, index: from }, position) => {
    const between = text.slice(end, from);
    end = from + digits.length;
    return { digits, from, to: end, joiner: position > 0 && joins.test(between) ? between : undefined };
  });
}

/** Numbers of orders and lines, and days. */
const otherNumber = /(?<![a-z\d])[a-z]{2}-\d{4}-[a-z\d]{6}(?![a-z\d])|(?<!\d)20\d\d([-/.])[01]?\d\1[0-3]?\d(?!\d)/g;
const length = 11;
const country = /^(?:0086|86|0)(?=1)/;

/** Where in a text in plain characters mobile numbers stand, however their digits are set apart from each other. */
export function mobileNumbersIn(text: string): (readonly [from: number, to: number])[] {
  const groups = groupsOf(text.replaceAll(otherNumber, (number) => 'n'.repeat(number.length)));
  const found: (readonly [number, number])[] = [];
  for (let first = 0; first < groups.length;) {
    const last = lastOfNumber(text, groups, first);
    if (last !== undefined) found.push([startOf(text, groups, first), groups[last]?.to ?? text.length]);
    first = (last ?? first) + 1;
  }
  return found;
}

/** The last group of the number that begins with a group; undefined where none does. */
function lastOfNumber(text: string, groups: readonly Group[], first: number): number | undefined {
  const some: Group[] = [];
  let digits = '';
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at];
    if (!group || (at > first && group.joiner === undefined)) return undefined;
    some.push(at > first ? group : { ...group, digits: group.digits.replace(country, '') });
    digits += some.at(-1)?.digits ?? '';
    if (digits.length > length || !/^1(?:[3-9]|$)/.test(digits)) return undefined;
    if (digits.length < length) continue;
    const around = { before: text.slice(0, groups[first]?.from), after: text.slice(group.to) };
    const within = { joined: groups[first]?.joiner !== undefined || groups[at + 1]?.joiner !== undefined };
    return isWritten(some, within) && !areFigures(some, around) ? at : undefined;
  }
  return undefined;
}

/** With a country code that stands by itself. */
function startOf(text: string, groups: readonly Group[], first: number): number {
  const [before, group] = [groups[first - 1], groups[first]];
  const coded = before && group?.joiner !== undefined && /^(?:00)?86$/.test(before.digits);
  const from = (coded ? before.from : group?.from) ?? 0;
  return text[from - 1] === '+' ? from - 1 : from;
}

const shapeOf = (groups: readonly Group[]) => groups.map(({ digits }) => digits.length).join('-');
const zeroFirst = ({ digits }: Group) => digits.length > 1 && digits.startsWith('0');
const plainlyJoined = /^[\s.·•~\p{Pd}\u2212]+$/u;

/** Whether groups of eleven digits are cut as a number is. */
function isWritten(groups: readonly Group[], { joined }: { joined: boolean }): boolean {
  if (groups.length <= 2) return true;
  // Minutes and hundredths are two digits, thousands three after a comma; no other figure begins with a nought.
  const noFigure = ({ digits, joiner }: Group) => digits.length > (joiner === ',' ? 3 : 2);
  if (groups.some((group) => zeroFirst(group) && noFigure(group))) return true;
  const shape = shapeOf(groups);
  const joiners = groups.slice(1).map(({ joiner = '' }) => joiner);
  if (groups.length === 3) {
    if (['3-4-4', '1-2-8', '2-1-8'].includes(shape)) return true;
    return (
      ['4-3-4', '3-3-5', '3-5-3', '3-2-6', '3-6-2', '7-2-2'].includes(shape) &&
      joiners.every((joiner) => plainlyJoined.test(joiner))
    );
  }
  const alike = new Set(joiners).size === 1;
  if (/^[12](?:-[12])+$/.test(shape)) {
    // Numbers of things are counted upwards, and sums follow one another.
    const upwards = groups.every(({ digits }, at) => at === 0 || Number(digits) > Number(groups[at - 1]?.digits));
    return !upwards && (alike || !joined);
  }
  if (joiners.includes('.') && !alike) return false;
  return /^(?:2-3-3-3|(?:3|1-2|2-1|1-1-1)(?:-[1-4])+)$/.test(shape);
}

const lengthUnit = /^\s*(?:mm|cm|dm|毫米|厘米|分米|米)(?!\p{L})/u;
const sizeWord = /(?:尺寸|规格|长宽高|大小|[长宽高深厚])[\s:是为约共]{0,4}$/;

/** Whether they are a size, or sums. */
function areFigures(groups: readonly Group[], { before, after }: { before: string; after: string }): boolean {
  if (groups.length < 2 || groups.some((group) => zeroFirst(group) || group.digits.length < 2)) return false;
  const divisible = (by: number, some: readonly Group[]) => some.every(({ digits }) => Number(digits) % by === 0);
  if (groups.length === 2) return divisible(10, groups);
  if (divisible(5, groups)) return true;
  const times = groups.some(({ joiner }, at) => at > 0 && /[*x×✕✖]/.test(joiner ?? ''));
  if (times && shapeOf(groups) !== '3-4-4') return true;
  const called = times || lengthUnit.test(after) || sizeWord.test(before);
  return called && divisible(5, groups.slice(1));
}
