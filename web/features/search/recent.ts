const key = 'omo.searches';
const most = 8;

/** What was searched for on this device, newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a search in front. A device that stores nothing forgets it, and nobody is stopped by that. */
export function rememberSearch(query: string): void {
  try {
    const others = recentSearches().filter((one) => one !== query);
    localStorage.setItem(key, JSON.stringify([query, ...others].slice(0, most)));
  } catch {
    // Nothing to be done.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing to be done.
  }
}
