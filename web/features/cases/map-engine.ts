import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type Box, clustersOf, type Mark } from './clusters.ts';
import { groundLayer, type MapGround } from './map-ground.ts';
import styles from './map.module.css';
import { boundsOf, type Place } from './places.ts';

/** Loaded when a map comes near the screen: nothing of it is part of a page that is only read. */

export interface MapEngine {
  /** marks the point of a place, or the cluster that holds it */
  highlight(key: string | undefined): void;
  /** brings a place into view at a scale at which it stands alone, clear of `cover`, which lies upon the map */
  show(key: string, cover?: HTMLElement): void;
  /** puts the focus on a place's mark, if it is drawn */
  focus(key: string): void;
  destroy(): void;
}

export interface MapEvents {
  onHover(key: string | undefined): void;
  onOpen(key: string): void;
}

/** Pixels that stay free around a mark that is shown. */
const aside = 16;

const text = (value: string) => {
  const span = document.createElement('span');
  span.textContent = value;
  return span;
};

function faceOf({ place, holds }: Mark): { html: HTMLElement; className: string; label: string } {
  const html = document.createElement('span');
  if (!place) {
    html.append(text(String(holds.length)));
    return { html, className: styles.cluster ?? '', label: `${holds.length} 处，放大看` };
  }
  html.append(document.createElement('i'), text(place.label));
  const several = place.cases.length > 1 ? `，${place.cases.length} 个案例` : '';
  const classes = [styles.mark, !place.located && styles.unknown].filter(Boolean).join(' ');
  return { html, className: classes, label: `${place.label}${several}，看地址` };
}

/** Draws places into an element that has a size. */
export function startMap(
  element: HTMLElement,
  { places, ground, onHover, onOpen }: { places: readonly Place[]; ground: MapGround } & MapEvents,
): MapEngine {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const touch = matchMedia('(pointer: coarse)').matches;
  const map = L.map(element, {
    minZoom: 3,
    maxZoom: 17,
    // One finger moves the page, two move the map; the wheel moves the page unless Ctrl is held.
    dragging: !touch,
    touchZoom: true,
    scrollWheelZoom: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    attributionControl: false,
    zoomControl: false,
  });
  L.control.zoom({ zoomInTitle: '放大', zoomOutTitle: '缩小', position: 'topright' }).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);
  groundLayer(map, ground);

  const bounds = boundsOf(places);
  if (bounds) {
    // The topmost mark stays below the hint, which lies upon the map's upper edge.
    const free = { paddingTopLeft: [72, 72], paddingBottomRight: [72, 56] } satisfies L.FitBoundsOptions;
    map.fitBounds(bounds, { ...free, maxZoom: 12, animate: false });
  }

  const marksIn = clustersOf(places);
  const drawn = new Map<string, { mark: Mark; layer: L.Marker }>();
  let lit: string | undefined;

  const light = () => {
    for (const { mark, layer } of drawn.values())
      layer.getElement()?.toggleAttribute('data-lit', lit !== undefined && mark.holds.includes(lit));
  };

  const press = (mark: Mark, byKey: boolean) => {
    if (mark.place) return onOpen(mark.place.key);
    // Who came by the keyboard goes on from the first place that comes out of it.
    if (byKey) map.once('moveend', () => setTimeout(() => focusHolder(mark.holds)));
    map.setView([mark.lat, mark.lng], Math.max(mark.opensAt, map.getZoom() + 1), { animate: !still && !byKey });
  };

  const focusHolder = (keys: readonly string[]) => {
    for (const { mark, layer } of drawn.values())
      if (mark.holds.some((key) => keys.includes(key))) return layer.getElement()?.focus();
  };

  /** Moves the map by as little as brings a mark out from under `cover`: above it or to its right, where there is more room. */
  const uncover = (node: HTMLElement | undefined, cover: HTMLElement | undefined) => {
    if (!node || !cover?.isConnected) return;
    const frame = element.getBoundingClientRect();
    const mark = node.getBoundingClientRect();
    const card = cover.getBoundingClientRect();
    const hidden =
      mark.right > card.left - aside &&
      mark.left < card.right + aside &&
      mark.bottom > card.top - aside &&
      mark.top < card.bottom + aside;
    const within = { left: frame.left, right: frame.right, top: frame.top, bottom: frame.bottom };
    if (hidden && card.top - frame.top >= frame.right - card.right - mark.width) within.bottom = card.top;
    else if (hidden) within.left = card.right;
    const beyond = (low: number, high: number, from: number, to: number) =>
      low < from + aside ? low - from - aside : high > to - aside ? high - to + aside : 0;
    const x = beyond(mark.left, mark.right, within.left, within.right);
    const y = beyond(mark.top, mark.bottom, within.top, within.bottom);
    if (x !== 0 || y !== 0) map.panBy([x, y], { animate: !still });
  };

  const add = (mark: Mark) => {
    const { html, className, label } = faceOf(mark);
    const icon = L.divIcon({ html, className: '', iconSize: undefined });
    const layer = L.marker([mark.lat, mark.lng], { icon, keyboard: false, riseOnHover: true }).addTo(map);
    const node = layer.getElement() as HTMLElement;
    html.className = className;
    // As large as its label, with its middle on the point: what is seen is what is pressed and focused.
    node.style.width = 'max-content';
    node.style.margin = `${-node.offsetHeight / 2}px 0 0 ${-node.offsetWidth / 2}px`;
    node.tabIndex = 0;
    node.setAttribute('role', 'button');
    node.setAttribute('aria-label', label);
    const hover = (on: boolean) => () => mark.place && onHover(on ? mark.place.key : undefined);
    node.addEventListener('pointerenter', hover(true));
    node.addEventListener('pointerleave', hover(false));
    node.addEventListener('focus', hover(true));
    node.addEventListener('blur', hover(false));
    layer.on('click', () => press(mark, false));
    node.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      press(mark, true);
    });
    drawn.set(mark.key, { mark, layer });
  };

  const draw = () => {
    const seen = map.getBounds().pad(0.2);
    const box: Box = [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()];
    const marks = marksIn(box, map.getZoom());
    const wanted = new Set(marks.map(({ key }) => key));
    for (const [key, { layer }] of drawn) {
      if (wanted.has(key)) continue;
      layer.remove();
      drawn.delete(key);
    }
    // What stays is not drawn anew: it may have the focus.
    for (const mark of marks) if (!drawn.has(mark.key)) add(mark);
    light();
  };
  map.on('moveend', draw);
  if (!bounds) map.setView([35, 105], 4);
  draw();

  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) map.scrollWheelZoom.enable();
    else map.scrollWheelZoom.disable();
  };
  element.addEventListener('wheel', onWheel, { capture: true, passive: true });
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);

  return {
    highlight(key) {
      lit = key;
      light();
    },
    show(key, cover) {
      const place = places.find((one) => one.key === key);
      if (!place) return;
      // It may have been hidden until now, and its own watch of the size comes later.
      map.invalidateSize({ animate: false });
      const alone = drawn.has(key) && map.getBounds().contains([place.lat, place.lng]);
      if (!alone) map.setView([place.lat, place.lng], Math.max(map.getZoom(), 12), { animate: false });
      uncover(drawn.get(key)?.layer.getElement(), cover);
    },
    focus: (key) => focusHolder([key]),
    destroy() {
      resized.disconnect();
      element.removeEventListener('wheel', onWheel, { capture: true });
      map.remove();
    },
  };
}
