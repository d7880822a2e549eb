import { useEffect, useMemo, useRef, useState } from 'react';
import { useHydrated } from '../../ui/hydrated.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import type { MapGround } from './map-ground.ts';
import styles from './place-board.module.css';
import { PlaceCard } from './place-card.tsx';
import { type MapHandle, PlaceMap } from './place-map.tsx';
import { PlaceRow } from './place-row.tsx';
import { type PlacedCase, placeKey, placesOf } from './places.ts';

/** Rows that a phone's list has; place-board.module.css hides the rest. */
const onPhones = 8;
/** Rows that a list beside the map shows whole; more of them scroll. */
const whole = 4;
/** The page's own bars may cover so much at the head and the foot of the screen. */
const besideBars = 80;

/**
 * A list and a map of the same cases, tied: pointing at one marks it in the other. The list alone says everything, with
 * or without scripts; on phones one of the two is shown at a time.
 */
export function PlaceBoard({
  cases,
  ground,
  label,
  to,
  more,
  count,
}: {
  cases: readonly PlacedCase[];
  ground: MapGround;
  /** who stands on the map: 料商 */
  label: string;
  /** address of a case's page without its id */
  to: string;
  /** address of the full list */
  more: string;
  count: number;
}) {
  const hydrated = useHydrated();
  const places = useMemo(() => placesOf(cases), [cases]);
  const [face, setFace] = useState<'list' | 'map'>('list');
  const [lit, setLit] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const map = useRef<MapHandle>(null);
  /** counts what the list asked the map to show */
  const [asked, setAsked] = useState(0);
  const answered = useRef(0);
  const place = places.find(({ key }) => key === opened);

  /** Brings the first row of a place into the list's view; the page itself stays where it is. */
  const reveal = (key: string | undefined) => {
    setLit(key);
    const panel = list.current;
    const row = key && panel?.querySelector<HTMLElement>(`[data-place="${CSS.escape(key)}"]`);
    if (!panel || !row || panel.scrollHeight <= panel.clientHeight) return;
    const above = row.offsetTop < panel.scrollTop;
    if (above || row.offsetTop + row.offsetHeight > panel.scrollTop + panel.clientHeight)
      panel.scrollTo({ top: row.offsetTop - 12, behavior: 'smooth' });
  };
  const open = (key: string) => {
    reveal(key);
    setOpened(key);
  };
  const showOnMap = (key: string) => {
    setFace('map');
    setOpened(key);
    setAsked((count) => count + 1);
  };
  const close = () => {
    if (opened) map.current?.focus(opened);
    setOpened(undefined);
  };
  // Once the map and the card are laid out: on phones neither is there before.
  useEffect(() => {
    if (opened === undefined) return;
    const box = side.current?.getBoundingClientRect();
    if (asked !== answered.current && box && (box.top < besideBars || box.bottom > innerHeight - besideBars))
      side.current?.scrollIntoView({ block: 'center' });
    answered.current = asked;
    map.current?.show(opened, card.current ?? undefined);
  }, [opened, asked]);
  const shown = opened ?? lit;

  return (
    <div className={styles.board} data-face={face} data-whole={cases.length <= whole || undefined}>
      {hydrated && (
        <div className={styles.faces} role="group" aria-label="显示方式">
          {(['list', 'map'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={face === one} onClick={() => setFace(one)}>
              <Icon name={one === 'list' ? 'list' : 'pin'} size="small" />
              {one === 'list' ? '列表' : '地图'}
            </button>
          ))}
        </div>
      )}
      <div ref={list} className={styles.list} role="region" aria-label={`${label}列表`} tabIndex={0}>
        <ul>
          {cases.map((item) => {
            const key = placeKey(item);
            return (
              <li
                key={item.id}
                data-place={key}
                data-lit={shown === key || undefined}
                onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setLit(key)}
                onPointerLeave={() => setLit(undefined)}
                onFocus={() => setLit(key)}
                onBlur={() => setLit(undefined)}
              >
                <PlaceRow item={item} to={`${to}/${item.id}`} onMap={hydrated ? () => showOnMap(key) : undefined} />
              </li>
            );
          })}
        </ul>
        {cases.length > onPhones && (
          <Link className={`${styles.all} only-phone`} to={more}>
            再看 {count - onPhones} 个案例
            <Icon name="right" size="small" />
          </Link>
        )}
      </div>
      <div ref={side} className={styles.side}>
        <PlaceMap
          places={places}
          ground={ground}
          lit={shown}
          label={`${label}地图，方向键移动，加减号缩放`}
          handle={map}
          onHover={reveal}
          onOpen={open}
        />
        {place && <PlaceCard card={card} place={place} to={(id) => `${to}/${id}`} onClose={close} />}
      </div>
    </div>
  );
}
