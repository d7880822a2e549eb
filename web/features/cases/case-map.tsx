import { useMemo, useState } from 'react';
import type { MapGround } from './map-ground.ts';
import { PlaceMap } from './place-map.tsx';
import { type PlacedCase, placesOf } from './places.ts';

const nothing = () => undefined;

/** Where one case stands; its address is written beside the map. */
export function CaseMap({ at, ground, label }: { at: PlacedCase; ground: MapGround; label: string }) {
  const places = useMemo(() => placesOf([at]), [at]);
  const [lit, setLit] = useState<string>();
  return (
    <PlaceMap places={places} ground={ground} lit={lit} label={label} handle={null} onHover={setLit} onOpen={nothing} />
  );
}
