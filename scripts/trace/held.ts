import { z } from 'zod';
import { traceBundle } from '../../contract/trace/bundle.ts';
import type { LogKey } from '../../contract/trace/note.ts';

/** What cannot be checked at all: told in a line, and no finding. */
export class Unusable extends Error {}

export interface Held {
  /** checkpoints that the reader kept, as text */
  since: string[];
  /** keys that the reader has from elsewhere; undefined: those that come along */
  trusted: ((origin: string) => LogKey[]) | undefined;
  /** a node of the chain that the reader trusts */
  node: URL | undefined;
}

export type Say = (line: string) => void;

const publishedKeys = z.array(z.object({ kind: traceBundle.shape.keys.element.shape.kind, bytes: z.string() }));

/** The keys of `/trace/keys`. Throws {@link Unusable} for a text that is none. */
export function readKeys(text: string): z.output<typeof publishedKeys> {
  const read = publishedKeys.safeParse(parsed(text));
  if (!read.success) throw new Unusable('公钥文件读不出来：应该是 /trace/keys 的内容');
  return read.data;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
