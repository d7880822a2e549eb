import { z } from 'zod';
import {
  type ContentKindKey,
  contentKinds,
  type ContentValues,
  everyCategory,
  fieldsAt,
  kindFields,
  shapeOf,
} from '../../../contract/content-kinds.ts';
import { invalid } from '../../../contract/errors.ts';
import { type Field, fenToYuan } from '../../../contract/fields.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { LiveSource } from '../../adapters/live/live.ts';
import type { WireValues } from './tables.ts';

/** A parsed value as the wire carries it. */
function wireOf({ widget }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (widget.kind === 'money') return fenToYuan(value as number);
  if (value instanceof Date) return String(seconds(value));
  return Array.isArray(value) ? joinList(value as string[]) : String(value);
}

/**
 * Parsed values as they are kept, each field that the kind has in this place and nothing else. Throws when one is missing
 * that other places do without.
 */
export function wireValues(kind: ContentKindKey, place: string, input: Readonly<Record<string, unknown>>): WireValues {
  const fields = Object.entries(fieldsAt(kind, place));
  for (const [name, { schema }] of fields) {
    const message = input[name] === undefined && schema.safeParse(undefined).error?.issues[0]?.message;
    if (message) throw invalid(name, message);
  }
  return Object.fromEntries(fields.map(([name, field]) => [name, wireOf(field, input[name])]));
}

/**
 * Kept values as they are used. A field that their place does not have, and a rule that came after they were kept, is not
 * held against them: the field is then as in its example, a banner's category that for all.
 */
export function readValues<K extends ContentKindKey>(kind: K, kept: WireValues): ContentValues<K> {
  const read = z.object(shapeOf(kindFields(kind))).safeParse(kept);
  if (read.success) return read.data as ContentValues<K>;
  const faulty = new Set(read.error.issues.map(({ path }) => String(path[0])));
  const entries = Object.entries(kindFields(kind)).map(([name, { schema, example }]) => [
    name,
    schema.parse(faulty.has(name) ? example : kept[name]),
  ]);
  return Object.fromEntries(entries) as ContentValues<K>;
}

/** What a kind's fields cannot say by themselves. Throws an input refusal that names the field. */
export function checkValues(
  kind: ContentKindKey,
  input: Readonly<Record<string, unknown>>,
  { live, now, publishing }: { live: LiveSource; now: Date; publishing: boolean },
): void {
  const { from, until } = input as { from: Date | null; until: Date | null };
  if (until && from && until <= from) throw invalid('until', '结束展示须晚于开始展示');
  if (until && until <= now && publishing) throw invalid('until', '结束展示的时间已经过了，发布后也不会显示');
  if (kind !== 'live') return;
  const { air, stream, preview } = input as ContentValues<'live'>;
  if (air === 'on' && stream === '') throw invalid('stream', '开播需要填写直播源');
  for (const [name, address] of [
    ['stream', stream],
    ['preview', preview],
  ] as const)
    if (address !== '') checkStream(name, address, live);
}

const labels = contentKinds.live.fields;

function checkStream(name: 'stream' | 'preview', address: string, live: LiveSource): void {
  const { label } = labels[name];
  if (name === 'stream' && /^live:[^\s/]{1,60}$/.test(address)) return;
  if (/^\/(?![/\\])\S+$/.test(address)) return;
  const origin = /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : undefined;
  if (origin === undefined) throw invalid(name, `${label}须为 live:频道名，或播放列表的网址`);
  // Browsers are told to play from nowhere else, so anything else would stay black.
  if (!live.hosts.includes(origin))
    throw invalid(
      name,
      live.hosts.length === 0
        ? `${label}的网址不能播放：还没有设置直播服务的地址（OMO_LIVE_URL）`
        : `${label}须在直播服务的地址下：${live.hosts.join('、')}`,
    );
}

/** Addresses of pictures that values name. */
export const picturesIn = (values: WireValues): string[] => (values.picture ? [values.picture] : []);

/** The page that shows it, below the base path. */
export function pageOf(kind: ContentKindKey, place: string, values: WireValues): string {
  const { category = everyCategory } = values;
  if (kind === 'banner' && place === 'smart' && category !== everyCategory) return `/smart/${category}`;
  return contentKinds[kind].places.find(({ key }) => key === place)?.path ?? '/';
}
