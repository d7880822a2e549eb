import { type RefObject, useEffect } from 'react';

/**
 * Tells a full-screen element, as `--seen-height` and `--seen-top`, what of the window is in view: on some phones the keyboard
 * lies over the page, and what stands at its foot would be under it.
 */
export function useSeenHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      element.current?.style.setProperty('--seen-height', `${viewport.height}px`);
      element.current?.style.setProperty('--seen-top', `${viewport.offsetTop}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}
