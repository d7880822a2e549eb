/**
 * What was half written waits on this tab while its writer signs in. A device that stores nothing loses it, and nobody is
 * stopped by that. Longer forms keep drafts of their own, on the device (`ui/form/draft.ts`).
 */
export const waiting = {
  put(key: string, text: string): void {
    try {
      sessionStorage.setItem(`omo.waiting.${key}`, text);
    } catch {
      // Nothing to be done.
    }
  },
  read(key: string): string {
    try {
      return sessionStorage.getItem(`omo.waiting.${key}`) ?? '';
    } catch {
      return '';
    }
  },
};

/**
 * Throws away whatever was half written, here and in drafts: whoever signs out of their own accord leaves no phone number
 * and no price for the next one at this device. A sign-in that merely ran out loses nothing.
 */
export function forgetWritten(): void {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (/^omo\.(?:waiting|draft)\./.test(key)) storage.removeItem(key);
  } catch {
    // A device that stores nothing has nothing to forget.
  }
}
