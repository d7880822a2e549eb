import { useEffect } from 'react';
import { createStore, useStore } from '../client/store.ts';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

interface Toast {
  id: number;
  kind: 'success' | 'warning' | 'failure';
  text: string;
}

const none: readonly Toast[] = [];
const toasts = createStore<readonly Toast[]>(none);
let last = 0;

/** Milliseconds that a toast stays; reading takes longer than seeing. */
const stay = 4000;

/** Says what succeeded (what failed belongs beside what failed; a warning says why one is led elsewhere). */
export function toast(text: string, kind: Toast['kind'] = 'success'): void {
  last += 1;
  const id = last;
  toasts.set((before) => [...before.filter((item) => item.text !== text), { id, kind, text }].slice(-3));
}

const icons = { success: 'checkc', warning: 'warn', failure: 'warn' } as const;

function Line({ item }: { item: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => toasts.set((before) => before.filter(({ id }) => id !== item.id)), stay);
    return () => clearTimeout(timer);
  }, [item.id]);
  return (
    <p className={[styles.toast, styles[item.kind]].join(' ')} role={item.kind === 'success' ? 'status' : 'alert'}>
      <Icon name={icons[item.kind]} />
      {item.text}
    </p>
  );
}

/** Stands once in the document. */
export function Toaster() {
  const items = useStore(toasts, none);
  return (
    <div className={styles.toaster} aria-live="polite">
      {items.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </div>
  );
}
