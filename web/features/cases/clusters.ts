import Supercluster from 'supercluster';
import type { Place } from './places.ts';

/** Points nearer than so many pixels are one mark: their labels would lie on each other. */
const radius = 120;

/** From this scale on every place has a mark of its own. */
const lastClustered = 15;

export interface Mark {
  key: string;
  lat: number;
  lng: number;
  /** the place, or undefined for several together */
  place: Place | undefined;
  /** keys of the places in it */
  holds: readonly string[];
  /** scale at which it falls apart */
  opensAt: number;
}

export type Box = [west: number, south: number, east: number, north: number];

/** Gives the marks to draw in a part of the map at a scale. */
export function clustersOf(places: readonly Place[]): (box: Box, zoom: number) => Mark[] {
  const index = new Supercluster<{ place: Place }>({ radius, maxZoom: lastClustered });
  index.load(
    places.map((place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
      properties: { place },
    })),
  );
  return (box, zoom) =>
    index.getClusters(box, Math.floor(zoom)).map((feature) => {
      const [lng, lat] = feature.geometry.coordinates as [number, number];
      const { properties } = feature;
      if ('place' in properties) {
        const { place } = properties;
        return { key: place.key, lat, lng, place, holds: [place.key], opensAt: zoom };
      }
      const id = properties.cluster_id;
      const holds = index.getLeaves(id, Infinity).map((leaf) => leaf.properties.place.key);
      return {
        key: `#${holds.toSorted().join('|')}`,
        lat,
        lng,
        place: undefined,
        holds,
        opensAt: index.getClusterExpansionZoom(id),
      };
    });
}
