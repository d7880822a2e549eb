import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** A list's filters, page and order, by the names that its address has them under. */
export type ListQuery = Readonly<Record<string, string>>;

/**
 * The address's query after a change. What is as it is anyway is left out, and whoever asks for others begins at their first
 * page. Exported for tests.
 */
export function changedQuery(before: URLSearchParams, changes: ListQuery, fallbacks: ListQuery): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!('page' in changes)) after.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value === (fallbacks[name] ?? (name === 'page' ? '1' : ''))) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** What a list shows stands in its address: it can be sent to a colleague, and the way back leads to the same rows. */
export function useListQuery(fallbacks: ListQuery) {
  const [query, setQuery] = useSearchParams();
  const values = useMemo(
    (): ListQuery => ({ ...fallbacks, page: '1', ...Object.fromEntries(query) }),
    [query, fallbacks],
  );
  const change = useCallback(
    (changes: ListQuery) =>
      setQuery((before) => changedQuery(before, changes, fallbacks), { preventScrollReset: true }),
    [setQuery, fallbacks],
  );
  const to = (changes: ListQuery) => `?${changedQuery(query, changes, fallbacks)}`;
  return { values, change, to };
}

/** Which row's drawer is open, by the address's `open`. */
export function useOpened() {
  const [query, setQuery] = useSearchParams();
  const to = (id: string) => {
    const after = new URLSearchParams(query);
    after.set('open', id);
    return `?${after}`;
  };
  const close = () =>
    setQuery(
      (before) => {
        before.delete('open');
        return before;
      },
      { preventScrollReset: true },
    );
  return { id: query.get('open'), to, close };
}
