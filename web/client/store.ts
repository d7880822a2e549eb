import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow; the browser's only, never filled during server rendering. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((before: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const after = typeof next === 'function' ? (next as (before: T) => T)(value) : next;
      if (Object.is(after, value)) return;
      value = after;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param onServer what the server's HTML and the first render in the browser show */
export function useStore<T>(store: Store<T>, onServer: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}
