const key = 'omo.device';

/** What this browser calls itself, so that a sign-in from another is noticed; undefined where nothing can be kept. */
export function deviceId(): string | undefined {
  try {
    const known = localStorage.getItem(key);
    if (known) return known;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(key, made);
    return made;
  } catch {
    return undefined;
  }
}
