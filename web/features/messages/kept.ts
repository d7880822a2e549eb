/** A message that the server has not confirmed. */
export interface Outgoing {
  /** made once: sent again it is the same message */
  readonly clientId: string;
  readonly content: string;
  /** addresses of uploads */
  readonly pictures: readonly string[];
  readonly files: readonly string[];
  /** seconds since 1970 */
  readonly time: number;
  /** why it was not sent; undefined while it is on its way */
  readonly error?: string;
}

/** What belongs to a conversation on this device alone: what is being written, and what did not get through yet. */
export interface Kept {
  readonly content: string;
  readonly pictures: readonly string[];
  readonly files: readonly string[];
  readonly waiting: readonly Outgoing[];
}

export const nothing: Kept = { content: '', pictures: [], files: [], waiting: [] };

/** Like every draft, forgotten by a sign-out (`client/waiting.ts`). */
const keyOf = (conversationId: string) => `omo.draft.messages.${conversationId}`;

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** What was on its way when the page was left may have arrived or not: the person decides, and it stays one message. */
export function readKept(storage: Pick<Storage, 'getItem'>, conversationId: string): Kept {
  try {
    const { content, pictures, files, waiting } = JSON.parse(storage.getItem(keyOf(conversationId)) ?? '') as Kept;
    const whole = typeof content === 'string' && areTexts(pictures) && areTexts(files) && Array.isArray(waiting);
    if (!whole) return nothing;
    return { content, pictures, files, waiting: waiting.map((each) => ({ ...each, error: each.error ?? '没有发出' })) };
  } catch {
    return nothing;
  }
}

export function writeKept(storage: Storage, conversationId: string, kept: Kept): void {
  const key = keyOf(conversationId);
  try {
    const empty = isBlank(kept) && kept.waiting.length === 0;
    if (empty) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: it works, and is lost on reload.
  }
}

/** The same for what comes late, as the answer to a message does: what was forgotten meanwhile stays forgotten. */
export function rewriteKept(storage: Storage, conversationId: string, kept: Kept): void {
  try {
    if (storage.getItem(keyOf(conversationId)) !== null) writeKept(storage, conversationId, kept);
  } catch {
    // As above.
  }
}

/** Whether nothing is being written. */
export const isBlank = ({ content, pictures, files }: Pick<Kept, 'content' | 'pictures' | 'files'>): boolean =>
  content.trim() === '' && pictures.length === 0 && files.length === 0;
