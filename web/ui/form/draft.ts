/** What the controls hold: texts as typed, moments as `2026-11-22T18:00`, lists as lists. By the field's key. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

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

/** Whether it could be stored: a full or forbidden storage must be told, not hidden. */
export function writeDraft(storage: Pick<Storage, 'setItem'>, key: string, draft: Draft): boolean {
  try {
    storage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
