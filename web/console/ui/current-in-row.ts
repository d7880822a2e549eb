import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a row of links that is wider than its place, as on a phone: the current one is brought into it, so that one sees where one
 * is. Only the row moves; the page stays where it was.
 */
export function useCurrentInRow<Row extends HTMLElement>(current: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const [place, link] = [row.current, row.current?.querySelector('[aria-current]')];
    if (!place || !link || current === undefined) return;
    const [within, at] = [place.getBoundingClientRect(), link.getBoundingClientRect()];
    place.scrollLeft += at.left + at.width / 2 - (within.left + within.width / 2);
  }, [current]);
  return row;
}
