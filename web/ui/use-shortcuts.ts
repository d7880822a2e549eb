import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../client/store.ts';

/** Where keys are letters and no orders. */
const typing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog, .pswp';

const place = 'omo.shortcuts';

const remembered = {
  read(): boolean {
    try {
      return localStorage.getItem(place) !== 'off';
    } catch {
      return true;
    }
  },
  put(on: boolean): void {
    try {
      if (on) localStorage.removeItem(place);
      else localStorage.setItem(place, 'off');
    } catch {
      // A device that stores nothing has them on again next time.
    }
  },
};

const turnedOn = createStore(typeof window === 'undefined' || remembered.read());

/** Whether single letters do anything on this device: who dictates or presses keys by mistake turns them off. */
export const useShortcutsOn = (): boolean => useStore(turnedOn, true);

export function turnShortcuts(on: boolean): void {
  remembered.put(on);
  turnedOn.set(on);
}

const dialogOpen = () =>
  [...document.querySelectorAll('dialog[open], .pswp, [role=dialog][aria-modal=true]')].some((each) =>
    each.checkVisibility(),
  );

/**
 * Runs what belongs to a key (`a`, `j` …) while nobody types, no dialog is open, no modifier is held and shortcuts are not
 * turned off. A page that has some shows `ShortcutKeys`, where they are.
 */
export function useShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!turnedOn.get()) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      if (dialogOpen()) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
