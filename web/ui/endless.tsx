import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from './button.tsx';
import styles from './endless.module.css';
import { useHydrated } from './hydrated.ts';
import { Failed } from './states.tsx';

/** Specification §9: how long a scroll takes to come to rest. */
const rest = 300;

/**
 * Calls `onEnd` when scrolling has come to rest with the element in view, or nearly (feature S-11). The element stands at
 * the end of what scrolls. It is called again only after the element has been out of view, or `onEnd` is another.
 */
export function useScrollEnd(element: { readonly current: HTMLElement | null }, onEnd: (() => void) | undefined): void {
  useEffect(() => {
    const end = element.current;
    if (!end || !onEnd) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        // A busy page is told of several moments at once: the last is how it stands.
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(onEnd, rest);
      },
      // Half a screen ahead: who reads on does not wait.
      { rootMargin: '0px 0px 50% 0px' },
    );
    watcher.observe(end);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [element, onEnd]);
}

export interface Portion<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pages: number;
}

interface Kept<Item> {
  readonly first: readonly Item[];
  readonly more: readonly Item[];
  readonly page: number;
  readonly pages: number;
}

/** Lists as they were left, by history entry: who comes back finds everything where it was. */
const left = new Map<string, unknown>();
const leftAtMost = 20;

function keep(key: string, list: unknown): void {
  left.delete(key);
  left.set(key, list);
  const [oldest] = left.keys();
  if (left.size > leftAtMost && oldest !== undefined) left.delete(oldest);
}

/** Without what is there already: new records push others onto the next page. Exported for tests. */
export function withoutDoubles<Item extends { id: string }>(
  there: readonly Item[],
  more: readonly Item[],
): readonly Item[] {
  const known = new Set(there.map(({ id }) => id));
  return more.filter(({ id }) => !known.has(id) && known.add(id));
}

/** Pages that come by themselves before one has to ask: what lies below the list is to be reached. */
const byThemselves = 3;

/**
 * A list that goes on as one reaches its end. Its first page is rendered on the server; further ones come from `load`,
 * which gives undefined for a failure. Without scripts, and for who wants it, the link leads to the next page.
 *
 * Give it a `key` that changes with what is listed.
 */
export function Endless<Item extends { id: string }>({
  name,
  unit,
  first,
  load,
  nextPage,
  skeleton,
  children,
}: {
  /** tells apart lists of one page */
  name: string;
  /** 条, 件: as in 再看 10 条 */
  unit: string;
  first: Portion<Item>;
  /** must be stable */
  load: (page: number, signal: AbortSignal) => Promise<Portion<Item> | undefined>;
  nextPage: (page: number) => { pathname: string; search: string; hash?: string };
  skeleton: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { key } = useLocation();
  const entry = `${name} ${key}`;
  const [list, setList] = useState<Kept<Item>>(
    () =>
      (left.get(entry) as Kept<Item> | undefined) ?? {
        first: first.items,
        more: [],
        page: first.page,
        pages: first.pages,
      },
  );
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [said, setSaid] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const abort = useRef<AbortController>(undefined);
  const hydrated = useHydrated();
  const shown = [...first.items, ...withoutDoubles(first.items, list.more)];
  const more = list.page < list.pages;

  useEffect(() => () => abort.current?.abort(), []);
  useLayoutEffect(() => {
    if (list.more.length > 0) keep(entry, list);
  }, [entry, list]);

  const loadMore = useCallback(async () => {
    if (abort.current && !abort.current.signal.aborted) return;
    const controller = new AbortController();
    abort.current = controller;
    setState('loading');
    setSaid('');
    const portion = await load(list.page + 1, controller.signal).catch(() => undefined);
    if (controller.signal.aborted) return;
    abort.current = undefined;
    if (!portion) return setState('failed');
    setState('idle');
    setList((before) => {
      const fresh = withoutDoubles([...first.items, ...before.more], portion.items);
      return { ...before, more: [...before.more, ...fresh], page: portion.page, pages: portion.pages };
    });
    setSaid(`又加载了 ${portion.items.length} ${unit}`);
  }, [load, list.page, first.items, unit]);

  const coming = hydrated && more && state !== 'failed' && list.page - first.page < byThemselves;
  useScrollEnd(end, coming && state === 'idle' ? loadMore : undefined);

  return (
    <>
      {children(shown)}
      <p className="sr" role="status">
        {state === 'loading' ? '正在加载' : said}
      </p>
      <div ref={end} className={coming ? styles.coming : styles.end}>
        {/* Takes the room that the next page will take, and more than a screen: nothing in view is pushed away. */}
        {coming && (
          <div key={list.page} aria-hidden="true">
            {skeleton}
          </div>
        )}
        {state === 'failed' && <Failed text="没能再加载出来" onRetry={loadMore} />}
        {state !== 'failed' &&
          !coming &&
          more &&
          (hydrated ? (
            <Button full busy={state === 'loading'} onClick={loadMore}>
              再看 10 {unit}
            </Button>
          ) : (
            <ButtonLink full to={nextPage(list.page + 1)} rel="next">
              再看 10 {unit}
            </ButtonLink>
          ))}
        {!more && list.page > first.page && <p className={styles.over}>没有更多了</p>}
      </div>
    </>
  );
}
