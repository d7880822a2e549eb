import { createStore } from './store.ts';

/** Requests under way (feature S-07). */
export const loading = createStore(0);
/** Part of an upload that has been sent, 0..1; undefined when nothing is being uploaded. */
export const uploaded = createStore<number | undefined>(undefined);

export function beginLoading(): void {
  loading.set((count) => count + 1);
}

/** Never below zero, whatever ends twice. */
export function endLoading(): void {
  loading.set((count) => Math.max(0, count - 1));
}
