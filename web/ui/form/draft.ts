/** What the controls hold: texts as typed, moments as `2026-11-22T18:00`, lists as lists. By the field's key. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** A text that a control holds; '' for none. */
export const textOf = (value: FormValues[string] | undefined): string => (typeof value === 'string' ? value : '');

/** A list that a control holds; empty for none. */
export const listOf = (value: FormValues[string] | undefined): string[] =>
  value === undefined || typeof value === 'string' ? [] : [...value];

/** A form as it was last typed, kept on this device until it is published or thrown away (rulings §5). */
export interface Draft {
  readonly values: FormValues;
  /** milliseconds since 1970 */
  readonly savedAt: number;
  /** made once per form: the server takes a form with one of these once, however often it is sent */
  readonly requestId: string;
}

/** Drafts older than this are of no use to anyone: 30 days, in milliseconds. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

/** The stored draft; undefined when there is none, or it is unreadable or too old. */
export function readDraft(storage: Pick<Storage, 'getItem'>, key: string, now: number): Draft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? '') as Draft;
    const whole =
      typeof draft.requestId === 'string' &&
      typeof draft.savedAt === 'number' &&
      typeof draft.values === 'object' &&
      draft.values !== null;
    return whole && now - draft.savedAt < lifetime ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The draft of whoever is signed in, under their own key. What a visitor wrote before they signed in becomes theirs, unless
 * they wrote something of their own later: in both cases what was typed last is what they find.
 */
export function takeDraft(storage: Storage, place: string, visitors: string, now: number): Draft | undefined {
  const own = readDraft(storage, place, now);
  if (place === visitors) return own;
  const before = readDraft(storage, visitors, now);
  if (!before || (own && own.savedAt >= before.savedAt)) return own;
  if (writeDraft(storage, place, before)) storage.removeItem(visitors);
  return before;
}

/** Forgets the drafts of one person whose keys begin so, but for one: what was handed in is not to lie about. */
export function forgetDrafts(storage: Storage, from: string, placeOf: (key: string) => string, but?: string): void {
  const end = placeOf('');
  const kept = but === undefined ? undefined : placeOf(but);
  try {
    for (const key of Object.keys(storage))
      if (key.startsWith(from) && key.endsWith(end) && key !== kept) storage.removeItem(key);
  } catch {
    // A device that stores nothing has nothing to forget.
  }
}

/** Whether it could be stored: a full or forbidden storage must be told, not hidden. */
export function writeDraft(storage: Pick<Storage, 'setItem'>, key: string, draft: Draft): boolean {
  try {
    storage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
