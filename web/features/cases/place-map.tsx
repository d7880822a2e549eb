import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Failed } from '../../ui/states.tsx';
import type { MapEngine, MapEvents } from './map-engine.ts';
import type { MapGround } from './map-ground.ts';
import styles from './map.module.css';
import type { Place } from './places.ts';

export interface MapHandle {
  /** brings a place into view where `cover`, which lies upon the map, does not hide it */
  show(key: string, cover: HTMLElement | undefined): void;
  focus(key: string): void;
}

/** Begins to load when it is so near to the screen. */
const nearBy = '300px';

/** The map with its points. What it shows can be read in the list beside it as well. */
export function PlaceMap({
  places,
  ground,
  lit,
  label,
  handle,
  onHover,
  onOpen,
}: {
  places: readonly Place[];
  ground: MapGround;
  /** key of the place that is pointed at, here or in the list */
  lit: string | undefined;
  label: string;
  handle: Ref<MapHandle>;
} & MapEvents) {
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<MapEngine>(undefined);
  /** asked for before the map was there */
  const wanted = useRef<Parameters<MapHandle['show']>>(undefined);
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ places, ground, onHover, onOpen });
  useEffect(() => {
    latest.current = { places, ground, onHover, onOpen };
  });
  // Paging through another list of the page hands in equal places anew: the map stays as it is.
  const drawn = places.map(({ key, label, cases }) => [key, label, ...cases.map(({ id }) => id)].join()).join(';');

  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let over = false;
    const start = async () => {
      try {
        const { startMap } = await import('./map-engine.ts');
        if (over) return;
        engine.current = startMap(box, {
          places: latest.current.places,
          ground: latest.current.ground,
          onHover: (key) => latest.current.onHover(key),
          onOpen: (key) => latest.current.onOpen(key),
        });
        if (wanted.current) engine.current.show(...wanted.current);
        setState('here');
      } catch {
        if (!over) setState('failed');
      }
    };
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        void start();
      },
      { rootMargin: nearBy },
    );
    watch.observe(box);
    return () => {
      over = true;
      watch.disconnect();
      engine.current?.destroy();
      engine.current = undefined;
      setState('waiting');
    };
  }, [drawn, attempt]);

  useEffect(() => engine.current?.highlight(lit), [lit, state]);
  useImperativeHandle(handle, () => ({
    show(...place) {
      wanted.current = place;
      engine.current?.show(...place);
    },
    focus: (key) => engine.current?.focus(key),
  }));

  return (
    <div className={styles.frame}>
      <div ref={element} className={styles.map} role="group" aria-label={label} />
      {state === 'waiting' && (
        <div className={styles.waiting} role="status" aria-label="正在加载地图">
          <noscript>
            <div>地图要运行脚本才能显示，地址都在列表里。</div>
          </noscript>
        </div>
      )}
      {state === 'failed' && (
        <div className={styles.waiting}>
          <Failed text="地图没能加载出来，地址都在列表里" onRetry={() => setAttempt((count) => count + 1)} />
        </div>
      )}
      {state === 'here' && (
        <p className={styles.hint}>
          {!ground.tiles && '位置示意图'}
          <span className={styles.mouse}>按住 Ctrl 滚轮缩放</span>
          <span className={styles.touch}>双指移动和缩放</span>
        </p>
      )}
    </div>
  );
}
