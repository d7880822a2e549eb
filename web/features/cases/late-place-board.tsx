import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import type { PlaceBoard } from './place-board.tsx';
import map from './map.module.css';
import praise from './praise.module.css';
import styles from './place-board.module.css';

const load = async () => ({ default: (await import('./place-board.tsx')).PlaceBoard });

/** List and map of the stages that have one; the others need none of its scripts. */
export const LatePlaceBoard = deferred<ComponentProps<typeof PlaceBoard>>(
  load,
  import.meta.env.SSR ? await load() : undefined,
  [map, styles, praise],
);
