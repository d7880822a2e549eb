import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import type { Community } from './community.tsx';
import card from '../../features/topics/topic-card.module.css';
import endless from '../../ui/endless.module.css';
import styles from './community.module.css';

const load = async () => ({ default: (await import('./community.tsx')).Community });

/** The community, far down the page. */
export const LateCommunity = deferred<ComponentProps<typeof Community>>(
  load,
  import.meta.env.SSR ? await load() : undefined,
  [card, endless, styles],
);
