import L from 'leaflet';
import styles from './map.module.css';

export interface MapGround {
  /** address of tiles with {z}, {x} and {y}; '' for the plain ground */
  tiles: string;
  /** who is to be named for the tiles */
  attribution: string;
}

/** A quiet grid that moves with the points: it gives a feeling for distance and claims nothing about borders. */
const PlainGround = L.GridLayer.extend({
  createTile() {
    const cell = document.createElement('div');
    cell.className = styles.cell ?? '';
    return cell;
  },
}) as unknown as new (options: L.GridLayerOptions) => L.GridLayer;

/** Plain text as Leaflet takes it. */
const escaped = (value: string) => {
  const span = document.createElement('span');
  span.textContent = value;
  return span.innerHTML;
};

/** What lies under the points: the tiles that are configured, else the plain ground. */
export function groundLayer(map: L.Map, { tiles, attribution }: MapGround): void {
  if (tiles === '') {
    new PlainGround({ tileSize: 96, updateWhenZooming: false }).addTo(map);
    return;
  }
  L.tileLayer(tiles, { maxZoom: 17 }).addTo(map);
  if (attribution) L.control.attribution({ prefix: false }).addAttribution(escaped(attribution)).addTo(map);
}
