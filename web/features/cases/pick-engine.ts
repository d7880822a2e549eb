import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { defaultPoint } from '../../../contract/fields.ts';
import type { Point } from './gcj.ts';
import { groundLayer, type MapGround } from './map-ground.ts';
import styles from './map.module.css';

export interface PickEngine {
  /** undefined: nothing is chosen */
  show(point: Point | undefined): void;
  /** as where the map's middle is */
  middle(): Point;
  destroy(): void;
}

/** Draws a map on which one point can be chosen: pressed, dragged, or with the keyboard in the map's middle. */
export function startPicking(element: HTMLElement, ground: MapGround, onPick: (point: Point) => void): PickEngine {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    minZoom: 3,
    maxZoom: 17,
    dragging: !matchMedia('(pointer: coarse)').matches,
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
  map.setView([defaultPoint.lat, defaultPoint.lng], 9, { animate: false });

  const html = document.createElement('span');
  html.className = styles.mark ?? '';
  html.append(document.createElement('i'), '这里');
  const icon = L.divIcon({ html, className: '', iconSize: undefined });
  const mark = L.marker([defaultPoint.lat, defaultPoint.lng], { icon, draggable: true, keyboard: false });
  const centred = () => {
    const node = mark.getElement();
    if (!node) return;
    node.style.width = 'max-content';
    node.style.margin = `${-node.offsetHeight / 2}px 0 0 ${-node.offsetWidth / 2}px`;
  };
  const told = ({ lat, lng }: L.LatLng): Point => ({ lat, lng: L.Util.wrapNum(lng, [-180, 180], true) });
  map.on('click', ({ latlng }) => onPick(told(latlng)));
  mark.on('dragend', () => onPick(told(mark.getLatLng())));
  element.addEventListener('keydown', (event) => {
    if (event.target !== element || event.key !== 'Enter') return;
    event.preventDefault();
    onPick(told(map.getCenter()));
  });
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);

  return {
    show(point) {
      if (!point) return void mark.remove();
      const at = L.latLng(point.lat, point.lng);
      mark.setLatLng(at);
      if (!map.hasLayer(mark)) mark.addTo(map);
      centred();
      if (!map.getBounds().pad(-0.1).contains(at)) map.setView(at, Math.max(map.getZoom(), 11), { animate: false });
    },
    middle: () => told(map.getCenter()),
    destroy() {
      resized.disconnect();
      map.remove();
    },
  };
}
