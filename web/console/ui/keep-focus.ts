import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Something that had the focus, with the row of a list that it stood in. */
interface Place {
  at: HTMLElement;
  rows: Element | null;
  index: number;
}

const placeOf = (at: HTMLElement): Place => {
  const row = at.closest('tr');
  return { at, rows: row?.parentElement ?? null, index: row?.sectionRowIndex ?? 0 };
};

const stands = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

/** What may take the focus of a place that is gone: itself where it stands again, else the row now in its place. */
function heirOf({ at, rows, index }: Place): HTMLElement | null {
  if (stands(at)) return at;
  if (!rows?.isConnected) return null;
  const left = [...rows.children].slice(0, index + 1).reverse();
  for (const row of left) {
    const deed = row.querySelector<HTMLElement>('a[href], button:not(:disabled)');
    if (deed) return deed;
  }
  return null;
}

const heading = (): HTMLElement | null => document.querySelector<HTMLElement>('h1[tabindex="-1"]');

/**
 * Whoever works by keys goes on where they were: after a question is answered on what asked it, after a row is gone on the row
 * in its place, and on the page's heading where all of that is gone or another page came. Stands once, around all pages.
 */
export function useKeptFocus(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    let newest: HTMLElement | undefined;
    let place: Place | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      newest = target;
      if (!target.closest('[role="dialog"]')) place = placeOf(target);
    };
    const mend = () => {
      if (document.activeElement !== document.body || !newest || stands(newest)) return;
      // Where there is no heading yet, it comes with what is loading.
      ((place && heirOf(place)) ?? heading())?.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', note);
    const watch = new MutationObserver(mend);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, []);
  const came = useRef(pathname);
  useEffect(() => {
    if (came.current === pathname) return undefined;
    came.current = pathname;
    const greet = () => {
      if (document.activeElement !== document.body) return watch.disconnect();
      const found = heading();
      if (!found) return;
      found.focus({ preventScroll: true });
      watch.disconnect();
    };
    const watch = new MutationObserver(greet);
    watch.observe(document.body, { childList: true, subtree: true });
    greet();
    return () => watch.disconnect();
  }, [pathname]);
}
